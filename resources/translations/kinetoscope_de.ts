<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open one trace, several as the ranks of one job, or a session</source>
        <translation>Einen Trace öffnen, mehrere als Ränge eines Jobs, oder eine Sitzung</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>&amp;Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open every trace of a folder as the ranks of one job</source>
        <translation>Alle Traces eines Ordners als Ränge eines Jobs öffnen</translation>
    </message>
    <message>
        <source>Open the sa&amp;mple trace</source>
        <translation>Beispiel-Tra&amp;ce öffnen</translation>
    </message>
    <message>
        <source>Open the small trace that comes with the program</source>
        <translation>Den kleinen Trace öffnen, der dem Programm beiliegt</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>Diese &amp;Liste leeren</translation>
    </message>
    <message>
        <source>Forget the recent files</source>
        <translation>Die zuletzt geöffneten Dateien vergessen</translation>
    </message>
    <message>
        <source>&amp;Close trace</source>
        <translation>Trace &amp;schließen</translation>
    </message>
    <message>
        <source>Close the open trace</source>
        <translation>Den offenen Trace schließen</translation>
    </message>
    <message>
        <source>&amp;Save session</source>
        <translation>S&amp;itzung speichern</translation>
    </message>
    <message>
        <source>Write what is open and how it looks to a file, to come back to it</source>
        <translation>In eine Datei schreiben, was offen ist und wie es aussieht, um später dorthin zurückzukehren</translation>
    </message>
    <message>
        <source>Save session &amp;as…</source>
        <translation>Sitzung speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Write the session to another file</source>
        <translation>Die Sitzung in eine andere Datei schreiben</translation>
    </message>
    <message>
        <source>Save &amp;picture of timeline…</source>
        <translation>Bild der &amp;Zeitleiste speichern…</translation>
    </message>
    <message>
        <source>Save what the timeline shows as PNG, SVG or PDF</source>
        <translation>Speichern, was die Zeitleiste zeigt: als PNG, SVG oder PDF</translation>
    </message>
    <message>
        <source>Export &amp;trace…</source>
        <translation>&amp;Trace exportieren…</translation>
    </message>
    <message>
        <source>Write a new trace: with counters, with sequences marked, a part, ranks merged</source>
        <translation>Einen neuen Trace schreiben: mit Zählern, mit markierten Sequenzen, einen Teil, Ränge zusammengeführt</translation>
    </message>
    <message>
        <source>E&amp;xport report…</source>
        <translation>Be&amp;richt exportieren…</translation>
    </message>
    <message>
        <source>Write charts and tables of chosen panels to one HTML file</source>
        <translation>Diagramme und Tabellen gewählter Panels in eine HTML-Datei schreiben</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Das Fenster schließen</translation>
    </message>
    <message>
        <source>&amp;Copy event</source>
        <translation>Ereignis &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy the details of the selected event as text</source>
        <translation>Die Details des ausgewählten Ereignisses als Text kopieren</translation>
    </message>
    <message>
        <source>Copy event as &amp;JSON</source>
        <translation>Ereignis als &amp;JSON kopieren</translation>
    </message>
    <message>
        <source>Copy the selected event as it is written in the file</source>
        <translation>Das ausgewählte Ereignis so kopieren, wie es in der Datei steht</translation>
    </message>
    <message>
        <source>C&amp;lear selection</source>
        <translation>Auswahl auf&amp;heben</translation>
    </message>
    <message>
        <source>Select nothing; again: look at everything; again: forget the search</source>
        <translation>Nichts auswählen; noch einmal: alles betrachten; noch einmal: die Suche vergessen</translation>
    </message>
    <message>
        <source>&amp;Search…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Find slices by name or category</source>
        <translation>Slices nach Name oder Kategorie finden</translation>
    </message>
    <message>
        <source>&amp;Next hit</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>Select the next slice that was searched for</source>
        <translation>Den nächsten gesuchten Slice auswählen</translation>
    </message>
    <message>
        <source>&amp;Previous hit</source>
        <translation>&amp;Voriger Treffer</translation>
    </message>
    <message>
        <source>Select the previous slice that was searched for</source>
        <translation>Den vorigen gesuchten Slice auswählen</translation>
    </message>
    <message>
        <source>Go to &amp;track…</source>
        <translation>Zur Spur &amp;gehen…</translation>
    </message>
    <message>
        <source>Find a track by a few letters of its name and show it</source>
        <translation>Eine Spur mit ein paar Buchstaben ihres Namens finden und zeigen</translation>
    </message>
    <message>
        <source>Filter t&amp;racks…</source>
        <translation>Spuren &amp;filtern…</translation>
    </message>
    <message>
        <source>Show only tracks with a text in their name, their process&apos;s or their rank&apos;s</source>
        <translation>Nur Spuren zeigen, die einen Text in ihrem Namen, dem ihres Prozesses oder ihres Rangs haben</translation>
    </message>
    <message>
        <source>Co&amp;mmands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>Find any command, panel or recent file by a few letters</source>
        <translation>Jeden Befehl, jedes Panel und jede zuletzt geöffnete Datei mit ein paar Buchstaben finden</translation>
    </message>
    <message>
        <source>&amp;Import report…</source>
        <translation>&amp;Importbericht…</translation>
    </message>
    <message>
        <source>Show what was read, repaired and left out</source>
        <translation>Zeigen, was gelesen, repariert und weggelassen wurde</translation>
    </message>
    <message>
        <source>Pre&amp;ferences…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Choose looks and keys; they are remembered</source>
        <translation>Aussehen und Tasten wählen; sie werden gemerkt</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Show a shorter time</source>
        <translation>Eine kürzere Zeit zeigen</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Show a longer time</source>
        <translation>Eine längere Zeit zeigen</translation>
    </message>
    <message>
        <source>&amp;Fit everything</source>
        <translation>&amp;Alles einpassen</translation>
    </message>
    <message>
        <source>Zoom to &amp;selection</source>
        <translation>Auf die Aus&amp;wahl vergrößern</translation>
    </message>
    <message>
        <source>Show the selected events or range</source>
        <translation>Die ausgewählten Ereignisse oder den Zeitbereich zeigen</translation>
    </message>
    <message>
        <source>Go to &amp;time range…</source>
        <translation>Zu &amp;Zeitbereich gehen…</translation>
    </message>
    <message>
        <source>Type a begin and an end</source>
        <translation>Anfang und Ende eingeben</translation>
    </message>
    <message>
        <source>Ne&amp;xt of the selected</source>
        <translation>&amp;Nächstes der Auswahl</translation>
    </message>
    <message>
        <source>Pre&amp;vious of the selected</source>
        <translation>Vo&amp;riges der Auswahl</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>Zurü&amp;ck</translation>
    </message>
    <message>
        <source>Show the time range that was shown before</source>
        <translation>Den Zeitbereich zeigen, der davor zu sehen war</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <source>Undo Back</source>
        <translation>„Zurück“ rückgängig machen</translation>
    </message>
    <message>
        <source>&amp;Mark</source>
        <translation>&amp;Marke setzen</translation>
    </message>
    <message>
        <source>Mark the moment under the pointer, else what is selected; again: move the mark</source>
        <translation>Den Zeitpunkt unter dem Zeiger markieren, sonst die Auswahl; noch einmal: die Marke versetzen</translation>
    </message>
    <message>
        <source>Mark with a &amp;note…</source>
        <translation>Marke mit &amp;Notiz…</translation>
    </message>
    <message>
        <source>Set a mark that stays, and write a note to it</source>
        <translation>Eine Marke setzen, die bleibt, und eine Notiz dazu schreiben</translation>
    </message>
    <message>
        <source>&amp;Edit the note of the mark…</source>
        <translation>Notiz der Marke &amp;bearbeiten…</translation>
    </message>
    <message>
        <source>Write a note to the current mark</source>
        <translation>Eine Notiz zur aktuellen Marke schreiben</translation>
    </message>
    <message>
        <source>&amp;Remove the mark</source>
        <translation>Marke &amp;entfernen</translation>
    </message>
    <message>
        <source>Remove the mark under the pointer, else the current one</source>
        <translation>Die Marke unter dem Zeiger entfernen, sonst die aktuelle</translation>
    </message>
    <message>
        <source>Remove &amp;all marks</source>
        <translation>&amp;Alle Marken entfernen</translation>
    </message>
    <message>
        <source>Remove every mark of this trace</source>
        <translation>Jede Marke dieses Traces entfernen</translation>
    </message>
    <message>
        <source>Analysis &amp;panels</source>
        <translation>Analyse-&amp;Panels</translation>
    </message>
    <message>
        <source>Show or hide the panels below the timeline</source>
        <translation>Die Panels unter der Zeitleiste zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Full scree&amp;n</source>
        <translation>Vollbil&amp;d</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>Den ganzen Bildschirm nutzen</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung zurückse&amp;tzen</translation>
    </message>
    <message>
        <source>Put every panel back to where it was at first</source>
        <translation>Jedes Panel dorthin zurückbringen, wo es anfangs war</translation>
    </message>
    <message>
        <source>Like the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>Hell oder dunkel wie die Arbeitsumgebung</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Always light</source>
        <translation>Immer hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Always dark</source>
        <translation>Immer dunkel</translation>
    </message>
    <message>
        <source>&amp;Compact</source>
        <translation>&amp;Kompakt</translation>
    </message>
    <message>
        <source>Low rows: more of them fit</source>
        <translation>Niedrige Zeilen: es passen mehr</translation>
    </message>
    <message>
        <source>&amp;Normal</source>
        <translation>&amp;Normal</translation>
    </message>
    <message>
        <source>Default row height</source>
        <translation>Übliche Zeilenhöhe</translation>
    </message>
    <message>
        <source>&amp;Roomy</source>
        <translation>&amp;Geräumig</translation>
    </message>
    <message>
        <source>High rows and larger text</source>
        <translation>Hohe Zeilen und größerer Text</translation>
    </message>
    <message>
        <source>&amp;Larger interface</source>
        <translation>Oberfläche &amp;größer</translation>
    </message>
    <message>
        <source>Larger texts, rows and fields everywhere</source>
        <translation>Größere Texte, Zeilen und Felder überall</translation>
    </message>
    <message>
        <source>&amp;Smaller interface</source>
        <translation>Oberfläche &amp;kleiner</translation>
    </message>
    <message>
        <source>Smaller texts, rows and fields everywhere</source>
        <translation>Kleinere Texte, Zeilen und Felder überall</translation>
    </message>
    <message>
        <source>&amp;Default interface size</source>
        <translation>&amp;Übliche Größe der Oberfläche</translation>
    </message>
    <message>
        <source>Texts as large as the desktop&apos;s</source>
        <translation>Texte so groß wie in der Arbeitsumgebung</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>&amp;Art</translation>
    </message>
    <message>
        <source>Compute, communication, copies, waiting, host: the same colours as in every chart</source>
        <translation>Rechnen, Kommunikation, Kopien, Warten, Host: dieselben Farben wie in jedem Diagramm</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>One colour for each name</source>
        <translation>Eine Farbe für jeden Namen</translation>
    </message>
    <message>
        <source>&amp;Stream</source>
        <translation>&amp;Stream</translation>
    </message>
    <message>
        <source>One colour for each stream, on its launches as well</source>
        <translation>Eine Farbe für jeden Stream, auch auf seinen Launches</translation>
    </message>
    <message>
        <source>Launching &amp;op</source>
        <translation>Startende &amp;Op</translation>
    </message>
    <message>
        <source>An op and everything it launched in one colour</source>
        <translation>Eine Op und alles, was sie gestartet hat, in einer Farbe</translation>
    </message>
    <message>
        <source>&amp;Module</source>
        <translation>&amp;Modul</translation>
    </message>
    <message>
        <source>A module call (nn.Module) and everything launched inside of it in one colour; without modules, annotations</source>
        <translation>Ein Modulaufruf (nn.Module) und alles, was darin gestartet wurde, in einer Farbe; ohne Module die Annotationen</translation>
    </message>
    <message>
        <source>&amp;Duration</source>
        <translation>&amp;Dauer</translation>
    </message>
    <message>
        <source>The longer, the stronger: from 1 µs to 100 ms</source>
        <translation>Je länger, desto kräftiger: von 1 µs bis 100 ms</translation>
    </message>
    <message>
        <source>Show P&amp;ython frames</source>
        <translation>P&amp;ython-Frames zeigen</translation>
    </message>
    <message>
        <source>Show the Python frames of threads between their ops</source>
        <translation>Die Python-Frames der Threads zwischen ihren Ops zeigen</translation>
    </message>
    <message>
        <source>&amp;Unfold all tracks</source>
        <translation>Alle Spuren a&amp;ufklappen</translation>
    </message>
    <message>
        <source>Show every track with all its lanes</source>
        <translation>Jede Spur mit allen ihren Bahnen zeigen</translation>
    </message>
    <message>
        <source>Fold a&amp;ll tracks</source>
        <translation>A&amp;lle Spuren zuklappen</translation>
    </message>
    <message>
        <source>Show one line for each process and device</source>
        <translation>Eine Zeile für jeden Prozess und jedes Gerät zeigen</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin the track</source>
        <translation>Spur an&amp;heften oder lösen</translation>
    </message>
    <message>
        <source>Put the current track above all others, or back to its place</source>
        <translation>Die aktuelle Spur über alle anderen stellen, oder zurück an ihren Platz</translation>
    </message>
    <message>
        <source>&amp;Hide the track</source>
        <translation>Spur &amp;verbergen</translation>
    </message>
    <message>
        <source>Take the current track away</source>
        <translation>Die aktuelle Spur wegnehmen</translation>
    </message>
    <message>
        <source>&amp;Show hidden tracks</source>
        <translation>Verborgene Spuren &amp;zeigen</translation>
    </message>
    <message>
        <source>Show every track that was hidden</source>
        <translation>Jede verborgene Spur zeigen</translation>
    </message>
    <message>
        <source>Move the track &amp;up</source>
        <translation>Spur nach &amp;oben</translation>
    </message>
    <message>
        <source>Change places with the track above; dragging its name does the same</source>
        <translation>Mit der Spur darüber tauschen; ihren Namen zu ziehen tut dasselbe</translation>
    </message>
    <message>
        <source>Move the track &amp;down</source>
        <translation>Spur nach &amp;unten</translation>
    </message>
    <message>
        <source>Change places with the track below; dragging its name does the same</source>
        <translation>Mit der Spur darunter tauschen; ihren Namen zu ziehen tut dasselbe</translation>
    </message>
    <message>
        <source>Reset track &amp;order</source>
        <translation>&amp;Reihenfolge der Spuren zurücksetzen</translation>
    </message>
    <message>
        <source>Put every track that was moved back to its place</source>
        <translation>Jede verschobene Spur an ihren Platz zurückbringen</translation>
    </message>
    <message>
        <source>Make the event a &amp;range</source>
        <translation>Ereignis zum &amp;Zeitbereich machen</translation>
    </message>
    <message>
        <source>Select the time from the first start to the last end of what is selected</source>
        <translation>Die Zeit vom ersten Anfang bis zum letzten Ende der Auswahl auswählen</translation>
    </message>
    <message>
        <source>&amp;Limit panels to this range</source>
        <translation>Panels auf diesen Zeitbereich &amp;beschränken</translation>
    </message>
    <message>
        <source>Every panel counts only the selected range</source>
        <translation>Jedes Panel zählt nur den ausgewählten Zeitbereich</translation>
    </message>
    <message>
        <source>Look at the &amp;whole trace</source>
        <translation>Den &amp;ganzen Trace betrachten</translation>
    </message>
    <message>
        <source>Every panel counts everything that was loaded</source>
        <translation>Jedes Panel zählt alles, was geladen wurde</translation>
    </message>
    <message>
        <source>&amp;Choose ranks, steps, streams…</source>
        <translation>&amp;Ränge, Schritte, Streams wählen…</translation>
    </message>
    <message>
        <source>Limit every panel to some ranks, steps or streams</source>
        <translation>Jedes Panel auf einige Ränge, Schritte oder Streams beschränken</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>What the timeline, the overlays and each analysis show, and what to do about it</source>
        <translation>Was die Zeitleiste, die Overlays und jede Analyse zeigen, und was man damit anfängt</translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation>&amp;Tastatur und Maus</translation>
    </message>
    <message>
        <source>Show every key</source>
        <translation>Jede Taste zeigen</translation>
    </message>
    <message>
        <source>&amp;About Kinetoscope</source>
        <translation>&amp;Über Kinetoscope</translation>
    </message>
    <message>
        <source>Versions and licence</source>
        <translation>Versionen und Lizenz</translation>
    </message>
    <message>
        <source>Ali&amp;gn the clocks of ranks</source>
        <translation>Uhren der Ränge angle&amp;ichen</translation>
    </message>
    <message>
        <source>Put all ranks on one clock, measured at the ends of their collectives</source>
        <translation>Alle Ränge auf eine Uhr stellen, gemessen an den Enden ihrer Kollektivoperationen</translation>
    </message>
    <message>
        <source>Go to the &amp;details</source>
        <translation>Zu den &amp;Details gehen</translation>
    </message>
    <message>
        <source>Put the keyboard on the details of what is selected; again: back to the timeline</source>
        <translation>Die Tastatur auf die Details des Ausgewählten setzen; noch einmal: zurück zur Zeitleiste</translation>
    </message>
    <message>
        <source>Next link of the critical path</source>
        <translation>Nächstes Glied des kritischen Pfads</translation>
    </message>
    <message>
        <source>Follow the critical path, while its overlay is on</source>
        <translation>Dem kritischen Pfad folgen, solange seine Einblendung an ist</translation>
    </message>
    <message>
        <source>Previous link of the critical path</source>
        <translation>Voriges Glied des kritischen Pfads</translation>
    </message>
    <message>
        <source>Follow the critical path back, while its overlay is on</source>
        <translation>Den kritischen Pfad zurückgehen, solange seine Einblendung an ist</translation>
    </message>
    <message>
        <source>Show all recorded work; again: the spans of the profiler itself too</source>
        <translation>Alle aufgezeichnete Arbeit zeigen; noch einmal: auch die Spannen des Profilers selbst</translation>
    </message>
    <message>
        <source>Show what is selected one by one, the longest first; of one event or gap: the next shorter one like it</source>
        <translation>Zeigt das Ausgewählte nacheinander, das längste zuerst; bei einem Ereignis oder einer Lücke: das nächstkürzere dieser Art</translation>
    </message>
    <message>
        <source>Go back to the one before, which is longer; of one event or gap: the next longer one like it</source>
        <translation>Geht zurück zum vorigen, das länger ist; bei einem Ereignis oder einer Lücke: das nächstlängere dieser Art</translation>
    </message>
    <message>
        <source>Loa&amp;d again</source>
        <translation>Erneut la&amp;den</translation>
    </message>
    <message>
        <source>Read the open files again: they may have changed</source>
        <translation>Die offenen Dateien erneut lesen: Sie können sich geändert haben</translation>
    </message>
</context>
<context>
    <name>CommandList</name>
    <message>
        <source>Show: %1</source>
        <translation>Zeigen: %1</translation>
    </message>
    <message>
        <source>Overlay: %1</source>
        <translation>Overlay: %1</translation>
    </message>
</context>
<context>
    <name>Document</name>
    <message>
        <source>%1 (folder)</source>
        <translation>%1 (Ordner)</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files in %1</source>
        <translation>
            <numerusform>%n Datei in %1</numerusform>
            <numerusform>%n Dateien in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EfficiencyText</name>
    <message>
        <source>communication: see Collectives</source>
        <translation>Kommunikation: siehe Kollektivoperationen</translation>
    </message>
    <message>
        <source>its launch is not in the file</source>
        <translation>sein Launch steht nicht in der Datei</translation>
    </message>
    <message>
        <source>replayed by a graph, without an op</source>
        <translation>von einem Graphen wiederholt, ohne Op</translation>
    </message>
    <message>
        <source>launched outside of any op</source>
        <translation>außerhalb jeder Op gestartet</translation>
    </message>
    <message>
        <source>by the shapes, each tensor once</source>
        <translation>nach den Formen, jeder Tensor einmal</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>wie aufgezeichnet</translation>
    </message>
    <message>
        <source>at least: a part is not known</source>
        <translation>mindestens: ein Teil ist nicht bekannt</translation>
    </message>
    <message>
        <source>estimated: not held against the memory</source>
        <translation>geschätzt: nicht am Speicher gemessen</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <translation>nicht bekannt: %1</translation>
    </message>
    <message>
        <source>The shortest time that the GPU&apos;s peaks allow for the recorded shapes, over the time taken</source>
        <translation>Die kürzeste Zeit, die die Spitzenwerte der GPU bei den aufgezeichneten Formen erlauben, geteilt durch die gebrauchte Zeit</translation>
    </message>
    <message>
        <source>not known: the file does not say which GPU this is</source>
        <translation>nicht bekannt: die Datei sagt nicht, welche GPU das ist</translation>
    </message>
    <message>
        <source>not known: nor are the peaks of %1</source>
        <translation>nicht bekannt: auch die Spitzenwerte von %1 sind es nicht</translation>
    </message>
    <message>
        <source>its bytes are no exact figure</source>
        <translation>seine Bytes sind keine genaue Zahl</translation>
    </message>
    <message>
        <source>%1, as %2</source>
        <translation>%1, als %2</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Of the direct algorithm, whatever ran</source>
        <translation>Des direkten Algorithmus, was immer auch lief</translation>
    </message>
    <message>
        <source>By convention; held against no peak</source>
        <translation>Nach Übereinkunft; an keinem Spitzenwert gemessen</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Shortest possible</source>
        <translation>Kürzest möglich</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>The peak is %1</source>
        <translation>Der Spitzenwert ist %1</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>Anteil am Spitzenwert</translation>
    </message>
    <message>
        <source>Kernel time</source>
        <translation>Kernelzeit</translation>
    </message>
    <message>
        <source>Time in which GPU work of the call runs</source>
        <translation>Zeit, in der GPU-Arbeit des Aufrufs läuft</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Traces and sessions (*.json *.json.gz *.gz *.csv *.kinetoscope)</source>
        <translation>Traces und Sitzungen (*.json *.json.gz *.gz *.csv *.kinetoscope)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open traces</source>
        <translation>Traces öffnen</translation>
    </message>
    <message>
        <source>Open a folder of traces</source>
        <translation>Einen Ordner mit Traces öffnen</translation>
    </message>
    <message>
        <source>Save picture of timeline</source>
        <translation>Bild der Zeitleiste speichern</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Drawing, text stays text (*.svg)</source>
        <translation>Zeichnung, Text bleibt Text (*.svg)</translation>
    </message>
    <message>
        <source>Document (*.pdf)</source>
        <translation>Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>Write trace</source>
        <translation>Trace schreiben</translation>
    </message>
    <message>
        <source>Traces (*.json.gz *.json)</source>
        <translation>Traces (*.json.gz *.json)</translation>
    </message>
    <message>
        <source>Write traces into a folder</source>
        <translation>Traces in einen Ordner schreiben</translation>
    </message>
    <message>
        <source>Where is %1 now?</source>
        <translation>Wo ist %1 jetzt?</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz *.csv)</source>
        <translation>Traces (*.json *.json.gz *.gz *.csv)</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Sessions (*.kinetoscope)</source>
        <translation>Sitzungen (*.kinetoscope)</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>&amp;Inhalt</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Shift+F10 · menu key · right click</source>
        <translation>Umschalt+F10 · Menütaste · Rechtsklick</translation>
    </message>
    <message>
        <source>Open the menu of what has the focus or is under the pointer</source>
        <translation>Das Menü dessen öffnen, was den Fokus hat oder unter dem Zeiger ist</translation>
    </message>
    <message>
        <source>Tab · Shift+Tab</source>
        <translation>Tab · Umschalt+Tab</translation>
    </message>
    <message>
        <source>Go to the next · previous part of the window</source>
        <translation>Zum nächsten · vorigen Teil des Fensters gehen</translation>
    </message>
    <message>
        <source>Enter · Space</source>
        <translation>Eingabe · Leertaste</translation>
    </message>
    <message>
        <source>Press the button that has the focus</source>
        <translation>Die Schaltfläche drücken, die den Fokus hat</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>W, S · Ctrl+wheel · pinch</source>
        <translation>W, S · Strg+Mausrad · Aufziehen</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>Am Zeiger vergrößern</translation>
    </message>
    <message>
        <source>A, D · Left, Right · Shift+wheel · sideways wheel</source>
        <translation>A, D · Links, Rechts · Umschalt+Mausrad · seitliches Mausrad</translation>
    </message>
    <message>
        <source>Move in time</source>
        <translation>In der Zeit bewegen</translation>
    </message>
    <message>
        <source>Wheel · Up, Down · PageUp, PageDown</source>
        <translation>Mausrad · Hoch, Runter · Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>Scroll the tracks</source>
        <translation>Die Spuren rollen</translation>
    </message>
    <message>
        <source>Shift+drag · Space+drag · middle button drag</source>
        <translation>Umschalt+Ziehen · Leertaste+Ziehen · Ziehen mit der mittleren Taste</translation>
    </message>
    <message>
        <source>Move in time and over the tracks</source>
        <translation>In der Zeit und über die Spuren bewegen</translation>
    </message>
    <message>
        <source>Click · Ctrl+click</source>
        <translation>Klick · Strg+Klick</translation>
    </message>
    <message>
        <source>Select an event · add it to the selection</source>
        <translation>Ein Ereignis auswählen · zur Auswahl hinzunehmen</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Zoom to the event; on the ruler: show everything</source>
        <translation>Auf das Ereignis vergrößern; auf dem Lineal: alles zeigen</translation>
    </message>
    <message>
        <source>Drag on the tracks or on the ruler</source>
        <translation>Auf den Spuren oder dem Lineal ziehen</translation>
    </message>
    <message>
        <source>Select a range of time; its ends snap to events, with Alt they do not</source>
        <translation>Einen Zeitbereich auswählen; seine Enden rasten an Ereignissen ein, mit Alt nicht</translation>
    </message>
    <message>
        <source>Drag an end of the range</source>
        <translation>Ein Ende des Zeitbereichs ziehen</translation>
    </message>
    <message>
        <source>Make it longer or shorter</source>
        <translation>Ihn länger oder kürzer machen</translation>
    </message>
    <message>
        <source>. and ,</source>
        <translation>. und ,</translation>
    </message>
    <message>
        <source>Next and previous event of the track; with Shift: of the same name, anywhere</source>
        <translation>Nächstes und voriges Ereignis der Spur; mit Umschalt: desselben Namens, überall</translation>
    </message>
    <message>
        <source>N and P · End</source>
        <translation>N und P · Ende</translation>
    </message>
    <message>
        <source>Next and previous step · last step</source>
        <translation>Nächster und voriger Schritt · letzter Schritt</translation>
    </message>
    <message>
        <source>] and [</source>
        <translation>] und [</translation>
    </message>
    <message>
        <source>Follow the link from launch to kernel, from forward to backward op, from a collective to the next rank; back to launch and forward op</source>
        <translation>Dem Pfeil folgen vom Launch zum Kernel, von der Vorwärts- zur Rückwärts-Op, von einer Kollektivoperation zum nächsten Rang; zurück zu Launch und Vorwärts-Op</translation>
    </message>
    <message>
        <source>Shift+] and Shift+[</source>
        <translation>Umschalt+] und Umschalt+[</translation>
    </message>
    <message>
        <source>The same collective on the next and on the previous rank</source>
        <translation>Dieselbe Kollektivoperation auf dem nächsten und dem vorigen Rang</translation>
    </message>
    <message>
        <source>Click, drag, double click on the flag of a mark</source>
        <translation>Klick, Ziehen, Doppelklick auf die Fahne einer Marke</translation>
    </message>
    <message>
        <source>Select it · move it · edit its note; the right button has more</source>
        <translation>Auswählen · versetzen · Notiz bearbeiten; die rechte Taste kann mehr</translation>
    </message>
    <message>
        <source>Ctrl+1 to Ctrl+9 · 1 to 9</source>
        <translation>Strg+1 bis Strg+9 · 1 bis 9</translation>
    </message>
    <message>
        <source>Store this view · show the stored one again</source>
        <translation>Diese Ansicht speichern · die gespeicherte wieder zeigen</translation>
    </message>
    <message>
        <source>Enter · Shift+Enter in the search box</source>
        <translation>Enter · Umschalt+Enter im Suchfeld</translation>
    </message>
    <message>
        <source>Select the next · previous slice of that name</source>
        <translation>Den nächsten · vorigen Slice dieses Namens auswählen</translation>
    </message>
    <message>
        <source>Up, Down · Enter · Esc in a list</source>
        <translation>Hoch, Runter · Enter · Esc in einer Liste</translation>
    </message>
    <message>
        <source>In the lists of commands and tracks: walk · do or show it · close</source>
        <translation>In den Listen der Befehle und Spuren: gehen · ausführen oder zeigen · schließen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Fold or unfold the track clicked last</source>
        <translation>Die zuletzt angeklickte Spur zu- oder aufklappen</translation>
    </message>
    <message>
        <source>Ctrl+wheel · pinch · + and -</source>
        <translation>Strg+Mausrad · Aufziehen · + und -</translation>
    </message>
    <message>
        <source>Zoom at the pointer, or at the part clicked last; over time, wheel and pinch zoom the timeline</source>
        <translation>Am Zeiger vergrößern, oder am zuletzt angeklickten Teil; über der Zeit vergrößern Mausrad und Aufziehen die Zeitleiste</translation>
    </message>
    <message>
        <source>Drag from an empty place</source>
        <translation>Von einer leeren Stelle aus ziehen</translation>
    </message>
    <message>
        <source>Zoom to what the drag takes in</source>
        <translation>Auf das vergrößern, was der Zug umfasst</translation>
    </message>
    <message>
        <source>Shift+wheel · sideways wheel · Shift+Left, Shift+Right</source>
        <translation>Umschalt+Mausrad · seitliches Mausrad · Umschalt+Links, Umschalt+Rechts</translation>
    </message>
    <message>
        <source>Move along in a zoomed chart</source>
        <translation>In einem vergrößerten Diagramm weitergehen</translation>
    </message>
    <message>
        <source>0 · Esc · double click on an empty place</source>
        <translation>0 · Esc · Doppelklick auf eine leere Stelle</translation>
    </message>
    <message>
        <source>Show the whole chart</source>
        <translation>Das ganze Diagramm zeigen</translation>
    </message>
    <message>
        <source>Left, Right · Enter</source>
        <translation>Links, Rechts · Enter</translation>
    </message>
    <message>
        <source>Walk the parts · show the intervals of one; of &quot;others&quot;: open it, Esc goes back</source>
        <translation>Die Teile durchgehen · die Intervalle eines Teils zeigen; von „andere“: öffnen, Esc führt zurück</translation>
    </message>
    <message>
        <source>Key or mouse</source>
        <translation>Taste oder Maus</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was geschieht</translation>
    </message>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Kinetoscope %1</source>
        <translation>Kinetoscope %1</translation>
    </message>
    <message>
        <source>Opens PyTorch profiler traces, draws them, and says where the GPU time went.</source>
        <translation>Öffnet Traces des PyTorch-Profilers, zeichnet sie und sagt, wohin die GPU-Zeit ging.</translation>
    </message>
    <message>
        <source>Qt %1 · QCustomPlot · RapidJSON %2 · zlib %3</source>
        <translation>Qt %1 · QCustomPlot · RapidJSON %2 · zlib %3</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later. It never uses the network.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder später. Sie benutzt nie das Netz.</translation>
    </message>
    <message>
        <source>About Kinetoscope</source>
        <translation>Über Kinetoscope</translation>
    </message>
</context>
<context>
    <name>KeyMap</name>
    <message>
        <source>Like chrome://tracing</source>
        <translation>Wie chrome://tracing</translation>
    </message>
    <message>
        <source>Like Tracy: the wheel zooms</source>
        <translation>Wie Tracy: das Mausrad vergrößert</translation>
    </message>
    <message>
        <source>Like Perfetto</source>
        <translation>Wie Perfetto</translation>
    </message>
    <message>
        <source>%1 is the key of “%2” already: take it away there first.</source>
        <translation>%1 ist schon die Taste für „%2“: nehmen Sie sie dort zuerst weg.</translation>
    </message>
    <message>
        <source>%1 moves about in the timeline, see Keyboard and mouse: it cannot do anything else.</source>
        <translation>%1 bewegt in der Zeitleiste, siehe Tastatur und Maus: die Taste kann nichts anderes tun.</translation>
    </message>
</context>
<context>
    <name>LoadError</name>
    <message>
        <source>Fewer ranks at a time, or a shorter recording, need less memory.</source>
        <translation>Weniger Ränge auf einmal oder eine kürzere Aufzeichnung brauchen weniger Speicher.</translation>
    </message>
    <message>
        <source>Traces are what torch.profiler exports: .json or .json.gz.</source>
        <translation>Traces sind, was torch.profiler exportiert: .json oder .json.gz.</translation>
    </message>
    <message>
        <source>%1 (at byte %2)</source>
        <translation>%1 (bei Byte %2)</translation>
    </message>
    <message>
        <source>%1 was not opened: %2</source>
        <translation>%1 wurde nicht geöffnet: %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>LoadNotice</name>
    <message numerus="yes">
        <source>%1 (and %n more files like it)</source>
        <translation>
            <numerusform>%1 (und %n weitere Datei wie diese)</numerusform>
            <numerusform>%1 (und %n weitere Dateien wie diese)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (and %n more like it)</source>
        <translation>
            <numerusform>%1 (und %n weitere wie diese)</numerusform>
            <numerusform>%1 (und %n weitere wie diese)</numerusform>
        </translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>Importbericht</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Noch einmal laden</translation>
    </message>
    <message>
        <source>The file changed while it was read: what is shown may be incomplete.</source>
        <translation>Die Datei hat sich beim Lesen geändert: was gezeigt wird, kann unvollständig sein.</translation>
    </message>
    <message>
        <source>By their clocks the traces are spread over %1: the view begins with the first one.</source>
        <translation>Nach ihren Uhren verteilen sich die Traces über %1: Die Ansicht beginnt mit dem ersten.</translation>
    </message>
    <message>
        <source>%1 (and 1 more file like it)</source>
        <translation>%1 (und 1 weitere Datei wie diese)</translation>
    </message>
</context>
<context>
    <name>MarksMenu</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… und %n weitere</numerusform>
            <numerusform>… und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Marks</source>
        <translation>&amp;Marken</translation>
    </message>
</context>
<context>
    <name>MessageText</name>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rang %1: %2</translation>
    </message>
    <message>
        <source>Ranks %1: %2</source>
        <translation>Ränge %1: %2</translation>
    </message>
    <message>
        <source>Ranks %1, each: %2</source>
        <translation>Ränge %1, je: %2</translation>
    </message>
    <message>
        <source>Traces shown as ranks %1, each: %2</source>
        <translation>Traces, die als Ränge %1 erscheinen, je: %2</translation>
    </message>
    <message>
        <source>Traces shown as ranks %1: %2</source>
        <translation>Traces, die als Ränge %1 erscheinen: %2</translation>
    </message>
</context>
<context>
    <name>OptionText</name>
    <message>
        <source>%1 off</source>
        <translation>%1 aus</translation>
    </message>
    <message>
        <source>Scope &gt; Ranks</source>
        <translation>Umfang &gt; Ränge</translation>
    </message>
    <message>
        <source>Scope &gt; Steps</source>
        <translation>Umfang &gt; Schritte</translation>
    </message>
    <message>
        <source>Scope &gt; Streams</source>
        <translation>Umfang &gt; Streams</translation>
    </message>
    <message>
        <source>Scope &gt; Time</source>
        <translation>Umfang &gt; Zeit</translation>
    </message>
    <message>
        <source>Scope &gt; Step names</source>
        <translation>Umfang &gt; Schrittnamen</translation>
    </message>
</context>
<context>
    <name>OverlayControl</name>
    <message>
        <source>%1   %2   %3</source>
        <translation>%1   %2   %3</translation>
    </message>
    <message>
        <source>Host: %1</source>
        <translation>Host: %1</translation>
    </message>
</context>
<context>
    <name>PartText</name>
    <message>
        <source>compute</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>collectives on the host</source>
        <translation>Kollektivoperationen auf dem Host</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>memsets</source>
        <translation>Memsets</translation>
    </message>
    <message>
        <source>waiting for the GPU</source>
        <translation>Warten auf die GPU</translation>
    </message>
    <message>
        <source>host ops</source>
        <translation>Host-Ops</translation>
    </message>
    <message>
        <source>API calls</source>
        <translation>API-Aufrufe</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>data loading</source>
        <translation>Laden von Daten</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>hand-over to the GPU</source>
        <translation>Übergabe an die GPU</translation>
    </message>
    <message>
        <source>waiting for the host</source>
        <translation>Warten auf den Host</translation>
    </message>
    <message>
        <source>gaps between kernels</source>
        <translation>Lücken zwischen Kernels</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>other idle time</source>
        <translation>andere Leerlaufzeit</translation>
    </message>
    <message>
        <source>compute and communication</source>
        <translation>Berechnung und Kommunikation</translation>
    </message>
    <message>
        <source>compute and copies</source>
        <translation>Berechnung und Kopien</translation>
    </message>
    <message>
        <source>communication and copies</source>
        <translation>Kommunikation und Kopien</translation>
    </message>
    <message>
        <source>compute, communication and copies</source>
        <translation>Berechnung, Kommunikation und Kopien</translation>
    </message>
    <message>
        <source>work of other steps</source>
        <translation>Arbeit anderer Schritte</translation>
    </message>
    <message>
        <source>other GPU work</source>
        <translation>andere GPU-Arbeit</translation>
    </message>
    <message>
        <source>several or unknown</source>
        <translation>mehreres oder unbekannt</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Drive</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>%1 File</source>
        <translation>%1-Datei</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>Einen Schritt &amp;hinauf</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>Einen Schritt hina&amp;b</translation>
    </message>
</context>
<context>
    <name>QDockWidget</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Closes the dock widget</source>
        <translation>Schließt diesen Teil des Fensters</translation>
    </message>
    <message>
        <source>Float</source>
        <translation>Abdocken</translation>
    </message>
    <message>
        <source>Undocks and re-attaches the dock widget</source>
        <translation>Löst diesen Teil vom Fenster oder heftet ihn wieder an</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>Suchen in:</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurückgehen</translation>
    </message>
    <message>
        <source>Alt+Left</source>
        <translation>Alt+Left</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>Vorwärtsgehen</translation>
    </message>
    <message>
        <source>Alt+Right</source>
        <translation>Alt+Right</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>Übergeordneter Ordner</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>In den übergeordneten Ordner gehen</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>Einen neuen Ordner anlegen</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>Als Liste zeigen</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>Mit Einzelheiten zeigen</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Seitenleiste</translation>
    </message>
    <message>
        <source>List of places and bookmarks</source>
        <translation>Orte und Lesezeichen</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>Dateien vom Typ:</translation>
    </message>
    <message>
        <source>Find Directory</source>
        <translation>Ordner suchen</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>Ordner:</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>Datei&amp;name:</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>&amp;Wählen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Show </source>
        <translation>Zeigen: </translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>&amp;Versteckte Dateien zeigen</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>&amp;Neuer Ordner</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Directories</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>Zuletzt besucht</translation>
    </message>
    <message>
        <source>%1
Directory not found.
Please verify the correct directory name was given.</source>
        <translation>%1
Diesen Ordner gibt es nicht.
Ist sein Name richtig geschrieben?</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
Diese Datei gibt es nicht.
Ist ihr Name richtig geschrieben?</translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 gibt es schon.
Soll die Datei ersetzt werden?</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is write protected.
Do you want to delete it anyway?</source>
        <translation>„%1“ ist schreibgeschützt.
Trotzdem löschen?</translation>
    </message>
    <message>
        <source>Are you sure you want to delete &apos;%1&apos;?</source>
        <translation>„%1“ wirklich löschen?</translation>
    </message>
    <message>
        <source>Could not delete directory.</source>
        <translation>Der Ordner ließ sich nicht löschen.</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Computer</source>
        <translation>Computer</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>Geändert am</translation>
    </message>
</context>
<context>
    <name>QIODevice</name>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Verzeichnis nicht gefunden</translation>
    </message>
</context>
<context>
    <name>QImageReader</name>
    <message>
        <source>File not found</source>
        <translation>Datei nicht gefunden</translation>
    </message>
</context>
<context>
    <name>QKeySequenceEdit</name>
    <message>
        <source>Press shortcut</source>
        <translation>Tasten drücken</translation>
    </message>
    <message>
        <source>%1, ...</source>
        <translation>%1, …</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>Wieder&amp;herstellen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>QScrollBar</name>
    <message>
        <source>Scroll here</source>
        <translation>Hierher rollen</translation>
    </message>
    <message>
        <source>Left edge</source>
        <translation>Linker Rand</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>Right edge</source>
        <translation>Rechter Rand</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Page left</source>
        <translation>Eine Seite nach links</translation>
    </message>
    <message>
        <source>Page up</source>
        <translation>Eine Seite nach oben</translation>
    </message>
    <message>
        <source>Page right</source>
        <translation>Eine Seite nach rechts</translation>
    </message>
    <message>
        <source>Page down</source>
        <translation>Eine Seite nach unten</translation>
    </message>
    <message>
        <source>Scroll left</source>
        <translation>Nach links rollen</translation>
    </message>
    <message>
        <source>Scroll up</source>
        <translation>Nach oben rollen</translation>
    </message>
    <message>
        <source>Scroll right</source>
        <translation>Nach rechts rollen</translation>
    </message>
    <message>
        <source>Scroll down</source>
        <translation>Nach unten rollen</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Meta</source>
        <translation>Meta</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Rücktaste</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Return</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ins</source>
        <translation>Einfg</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Runter</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>Bild auf</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>Bild ab</translation>
    </message>
    <message>
        <source>+</source>
        <translation>+</translation>
    </message>
    <message>
        <source>Num</source>
        <translation>Num</translation>
    </message>
    <message>
        <source>Backtab</source>
        <translation>Rück-Tab</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>Druck</translation>
    </message>
    <message>
        <source>SysReq</source>
        <translation>S-Abf</translation>
    </message>
</context>
<context>
    <name>QSidebar</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation>Nach links rollen</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>Nach rechts rollen</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>&amp;Linkziel kopieren</translation>
    </message>
</context>
<context>
    <name>SaveDialog</name>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 gibt es schon.
Möchten Sie die Datei ersetzen?</translation>
    </message>
</context>
<context>
    <name>Scope</name>
    <message>
        <source>whole trace</source>
        <translation>ganzer Trace</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>Ränge %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>steps %1</source>
        <translation>Schritte %1</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>Stream %1</translation>
    </message>
    <message>
        <source>streams %1</source>
        <translation>Streams %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>steps are %1</source>
        <translation>Schritte sind %1</translation>
    </message>
</context>
<context>
    <name>SelectionFacts</name>
    <message>
        <source>At %1</source>
        <translation>Bei %1</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>Slices</translation>
    </message>
    <message>
        <source>Intervals</source>
        <translation>Intervalle</translation>
    </message>
    <message>
        <source>Sum of durations</source>
        <translation>Summe der Dauern</translation>
    </message>
    <message>
        <source>Time covered</source>
        <translation>Bedeckte Zeit</translation>
    </message>
    <message>
        <source>Overlaps count once</source>
        <translation>Überlappungen zählen einmal</translation>
    </message>
    <message>
        <source>Longest first</source>
        <translation>Längste zuerst</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Work of the GPU around it</source>
        <translation>Arbeit der GPU ringsum</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>Davor: %1</translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation>Danach: %1</translation>
    </message>
    <message>
        <source>Launched by: %1</source>
        <translation>Gestartet von: %1</translation>
    </message>
    <message>
        <source>Counted from the start of the interval</source>
        <translation>Gezählt ab dem Anfang des Intervalls</translation>
    </message>
    <message>
        <source>Meanwhile on %1</source>
        <translation>Währenddessen auf %1</translation>
    </message>
    <message>
        <source>Time in which each is the innermost call of the thread that launches what comes after</source>
        <translation>Zeit, in der jeder der innerste Aufruf des Threads ist, der startet, was danach kommt</translation>
    </message>
    <message>
        <source>In no recorded call</source>
        <translation>In keinem aufgezeichneten Aufruf</translation>
    </message>
    <message>
        <source>Python that was not recorded, waiting, or nothing at all</source>
        <translation>Python, das nicht aufgezeichnet wurde, Warten oder gar nichts</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Op path: %1</source>
        <translation>Op-Pfad: %1</translation>
    </message>
    <message>
        <source>Python line: %1</source>
        <translation>Python-Zeile: %1</translation>
    </message>
    <message>
        <source>After a sync</source>
        <translation>Nach einem Sync</translation>
    </message>
    <message>
        <source>Why %1 has no work</source>
        <translation>Warum %1 keine Arbeit hat</translation>
    </message>
    <message>
        <source>Why the device is idle</source>
        <translation>Warum das Gerät leerläuft</translation>
    </message>
    <message>
        <source>Whose each part of the gap is, as Idle causes has it</source>
        <translation>Wem jeder Teil der Lücke gehört, wie in „Ursachen des Leerlaufs“</translation>
    </message>
    <message>
        <source>After a sync: %1</source>
        <translation>Nach einem Sync: %1</translation>
    </message>
    <message>
        <source>The host had waited for the GPU in this call, so the queue was empty: what it did next was not hidden</source>
        <translation>Der Host hatte in diesem Aufruf auf die GPU gewartet, also war die Warteschlange leer: Was er danach tat, war nicht verdeckt</translation>
    </message>
    <message>
        <source>Device idle for %1</source>
        <translation>Gerät %1 im Leerlauf</translation>
    </message>
    <message>
        <source>In these parts of the gap nothing runs on any stream. %1</source>
        <translation>In diesen Teilen der Lücke läuft auf keinem Stream etwas. %1</translation>
    </message>
    <message>
        <source>What the next work of this stream waited for. Other streams of the device work for %1 of it</source>
        <translation>Worauf die nächste Arbeit dieses Streams gewartet hat. Andere Streams des Geräts arbeiten währenddessen %1 lang</translation>
    </message>
    <message numerus="yes">
        <source>and %1 more</source>
        <translation>
            <numerusform>und %1 weitere</numerusform>
            <numerusform>und %1 weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 before its start</source>
        <translation>%1 vor seinem Beginn</translation>
    </message>
    <message>
        <source>%1 after its start</source>
        <translation>%1 nach seinem Beginn</translation>
    </message>
</context>
<context>
    <name>SelectionSummary</name>
    <message>
        <source>selected %1</source>
        <translation>%1 ausgewählt</translation>
    </message>
    <message>
        <source>%1 selected · %2</source>
        <translation>%1 ausgewählt · %2</translation>
    </message>
    <message>
        <source>%1 selected · union %2 · sum %3</source>
        <translation>%1 ausgewählt · Vereinigung %2 · Summe %3</translation>
    </message>
</context>
<context>
    <name>ShownResult</name>
    <message>
        <source>control: the other trace, test: the open trace</source>
        <translation>Kontrolle: der andere Trace, Test: der offene Trace</translation>
    </message>
    <message>
        <source>exact mode</source>
        <translation>exakter Modus</translation>
    </message>
</context>
<context>
    <name>SliceFacts</name>
    <message>
        <source>Op stack</source>
        <translation>Op-Stapel</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>From the earliest event of all ranks</source>
        <translation>Vom frühesten Ereignis aller Ränge an</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>Eigenzeit</translation>
    </message>
    <message>
        <source>Duration without what is nested in it</source>
        <translation>Dauer ohne das, was darin verschachtelt ist</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Device process</source>
        <translation>Geräteprozess</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Correlation</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Position in the file, from 0</source>
        <translation>Stelle in der Datei, von 0 an</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>Gestartet von</translation>
    </message>
    <message>
        <source>%1 earlier</source>
        <translation>%1 früher</translation>
    </message>
    <message>
        <source>%1 later: clocks disagree</source>
        <translation>%1 später: die Uhren sind sich nicht einig</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>Launches</translation>
    </message>
    <message>
        <source>%1, %2 later</source>
        <translation>%1, %2 später</translation>
    </message>
    <message>
        <source>%1, %2 earlier: clocks disagree</source>
        <translation>%1, %2 früher: die Uhren sind sich nicht einig</translation>
    </message>
    <message>
        <source>Python stack</source>
        <translation>Python-Stapel</translation>
    </message>
    <message>
        <source>Python stack, own code</source>
        <translation>Python-Stapel, eigener Code</translation>
    </message>
    <message>
        <source>Python stack, with libraries</source>
        <translation>Python-Stapel, mit Bibliotheken</translation>
    </message>
    <message>
        <source>Forward op</source>
        <translation>Vorwärts-Op</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>to it (%1)</source>
        <translation>dorthin (%1)</translation>
    </message>
    <message>
        <source>from it (%1)</source>
        <translation>von dort (%1)</translation>
    </message>
    <message>
        <source>The file has no end for it: drawn to the end of its parent or of the trace</source>
        <translation>Die Datei hat kein Ende dafür: gezeichnet bis zum Ende des Umgebenden oder des Traces</translation>
    </message>
    <message>
        <source>Its time is beyond what can be shown and was cut</source>
        <translation>Die Zeit liegt außerhalb dessen, was gezeigt werden kann, und wurde gekürzt</translation>
    </message>
    <message>
        <source>Its duration cannot be right: it takes part in no number</source>
        <translation>Die Dauer kann nicht stimmen: sie geht in keine Zahl ein</translation>
    </message>
    <message>
        <source>It lies days from the whole recording: its time is wrong</source>
        <translation>Liegt Tage von der übrigen Aufzeichnung entfernt: die Zeit ist falsch</translation>
    </message>
    <message>
        <source>Its time in the file is no number</source>
        <translation>Die Zeit in der Datei ist keine Zahl</translation>
    </message>
    <message>
        <source>Overlaps its neighbour without nesting: drawn on a line of its own</source>
        <translation>Überlappt den Nachbarn, ohne verschachtelt zu sein: auf einer eigenen Bahn gezeichnet</translation>
    </message>
    <message>
        <source>Ends a little after its parent: treated as ending with it</source>
        <translation>Endet ein wenig nach dem Umgebenden: behandelt, als ende es mit ihm</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Bemerkungen</translation>
    </message>
    <message>
        <source>CPU op</source>
        <translation>CPU-Op</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python-Funktion</translation>
    </message>
    <message>
        <source>runtime call</source>
        <translation>Runtime-Aufruf</translation>
    </message>
    <message>
        <source>driver call</source>
        <translation>Treiberaufruf</translation>
    </message>
    <message>
        <source>profiler overhead</source>
        <translation>Aufwand des Profilers</translation>
    </message>
    <message>
        <source>profiling window</source>
        <translation>Aufzeichnungsfenster</translation>
    </message>
    <message>
        <source>instant</source>
        <translation>Zeitpunkt</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>memory copy</source>
        <translation>Speicherkopie</translation>
    </message>
    <message>
        <source>memory set</source>
        <translation>Memset</translation>
    </message>
    <message>
        <source>device work</source>
        <translation>Gerätearbeit</translation>
    </message>
    <message>
        <source>annotation on the device</source>
        <translation>Annotation auf dem Gerät</translation>
    </message>
    <message>
        <source>synchronisation</source>
        <translation>Synchronisation</translation>
    </message>
    <message>
        <source>device event</source>
        <translation>Geräteereignis</translation>
    </message>
    <message>
        <source>counter range</source>
        <translation>Zählerbereich</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Anderes</translation>
    </message>
    <message>
        <source>Work launched below</source>
        <translation>Darunter gestartete Arbeit</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>Sum of durations</source>
        <translation>Summe der Dauern</translation>
    </message>
    <message>
        <source>Time covered</source>
        <translation>Bedeckte Zeit</translation>
    </message>
    <message>
        <source>Overlaps count once</source>
        <translation>Überlappungen zählen einmal</translation>
    </message>
    <message numerus="yes">
        <source>Collective of %n ranks</source>
        <translation>
            <numerusform>Kollektivoperation von %n Rang</numerusform>
            <numerusform>Kollektivoperation von %n Rängen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody waits in it, or nothing tells</source>
        <translation>Niemand wartet darin, oder nichts sagt es</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>came last</source>
        <translation>kam zuletzt</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>wartet %1</translation>
    </message>
    <message>
        <source>waits for nobody</source>
        <translation>wartet auf niemanden</translation>
    </message>
    <message numerus="yes">
        <source>and %1 more</source>
        <translation>
            <numerusform>und %1 weitere</numerusform>
            <numerusform>und %1 weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Launches %1 pieces of work</source>
        <translation>
            <numerusform>Startet %1 Stück Arbeit</numerusform>
            <numerusform>Startet %1 Stück Arbeit</numerusform>
        </translation>
    </message>
    <message>
        <source>Selects all of them</source>
        <translation>Wählt alle aus</translation>
    </message>
    <message>
        <source>By length</source>
        <translation>Nach Länge</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Of all of its name, on all tracks and ranks; the longest is the first</source>
        <translation>Unter allen dieses Namens, auf allen Spuren und Rängen; das längste ist das erste</translation>
    </message>
    <message>
        <source>The next one by length; of equal ones the earlier is before the later</source>
        <translation>Das nächste nach Länge; von gleich langen steht das frühere vor dem späteren</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Länger</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>Kürzer</translation>
    </message>
    <message>
        <source>Argument “%1” of the event</source>
        <translation>Argument „%1“ des Ereignisses</translation>
    </message>
</context>
<context>
    <name>TableExport</name>
    <message>
        <source>This is too much for the clipboard (%1): save it to a file instead.</source>
        <translation>Das ist zu viel für die Zwischenablage (%1): speichern Sie es stattdessen in eine Datei.</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>%1 kopiert</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>%1 busy · %2</source>
        <translation>%1 belegt · %2</translation>
    </message>
    <message>
        <source>+ Python frames</source>
        <translation>+ Python-Frames</translation>
    </message>
    <message>
        <source>− Python frames</source>
        <translation>− Python-Frames</translation>
    </message>
    <message>
        <source>%1 visible</source>
        <translation>%1 sichtbar</translation>
    </message>
    <message>
        <source>Temporary mark</source>
        <translation>Vorläufige Marke</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>Marked range</source>
        <translation>Markierter Zeitbereich</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>%1 from %2, %3 long</source>
        <translation>%1 ab %2, %3 lang</translation>
    </message>
    <message>
        <source>Drag to move, double click to edit the note, Delete to remove</source>
        <translation>Ziehen zum Versetzen, Doppelklick zum Bearbeiten der Notiz, Entf zum Entfernen</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Whole job</source>
        <translation>Ganzer Job</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>nach Name</translation>
    </message>
    <message>
        <source>by stream</source>
        <translation>nach Stream</translation>
    </message>
    <message>
        <source>by op</source>
        <translation>nach Op</translation>
    </message>
    <message>
        <source>by module</source>
        <translation>nach Modul</translation>
    </message>
    <message>
        <source>by duration</source>
        <translation>nach Dauer</translation>
    </message>
    <message>
        <source>by counter</source>
        <translation>nach Zähler</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>starts at %1</source>
        <translation>beginnt bei %1</translation>
    </message>
    <message>
        <source>%1 · rank %2 · %3</source>
        <translation>%1 · Rang %2 · %3</translation>
    </message>
    <message>
        <source>has no end in the file</source>
        <translation>hat kein Ende in der Datei</translation>
    </message>
    <message>
        <source>process %1, thread %2</source>
        <translation>Prozess %1, Thread %2</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 Messwerte</translation>
    </message>
    <message>
        <source>%1 slices on %2 lanes</source>
        <translation>%1 Slices auf %2 Bahnen</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>%1 · %2 from %3 · Kinetoscope %4</source>
        <translation>%1 · %2 ab %3 · Kinetoscope %4</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>%1 annotations</source>
        <translation>%1: Annotationen</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1: Warten</translation>
    </message>
    <message>
        <source>%1 instants</source>
        <translation>%1: Zeitpunkte</translation>
    </message>
    <message>
        <source>mostly: %1</source>
        <translation>meist: %1</translation>
    </message>
    <message>
        <source>Idle: %1</source>
        <translation>Leerlauf: %1</translation>
    </message>
    <message>
        <source>%1 of a gap of %2</source>
        <translation>%1 einer Lücke von %2</translation>
    </message>
    <message>
        <source>Click: what the GPU did before and after it, and whose each part of it is</source>
        <translation>Klicken: was die GPU davor und danach tat, und wem jeder Teil davon gehört</translation>
    </message>
    <message>
        <source>On the critical path: %1, %2</source>
        <translation>Auf dem kritischen Pfad: %1, %2</translation>
    </message>
    <message>
        <source>whose it is: %1</source>
        <translation>wem es gehört: %1</translation>
    </message>
    <message>
        <source>waited for: %1 (%2)</source>
        <translation>wartete auf: %1 (%2)</translation>
    </message>
    <message>
        <source>before it on the path: %1 (%2)</source>
        <translation>davor auf dem Pfad: %1 (%2)</translation>
    </message>
    <message>
        <source>before it on the path: %1</source>
        <translation>davor auf dem Pfad: %1</translation>
    </message>
    <message>
        <source>clock %1</source>
        <translation>Uhr %1</translation>
    </message>
    <message>
        <source>clock in step</source>
        <translation>Uhr im Gleichlauf</translation>
    </message>
    <message>
        <source>reference clock</source>
        <translation>Bezugsuhr</translation>
    </message>
    <message>
        <source>clock unknown</source>
        <translation>Uhr unbekannt</translation>
    </message>
    <message>
        <source>by share of the peak</source>
        <translation>nach Anteil an der Spitze</translation>
    </message>
    <message>
        <source>share of the peak</source>
        <translation>Anteil an der Spitze</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>These are sums of its summary: what ran when is in the trace.</source>
        <translation>Das sind Summen aus der Zusammenfassung: was wann lief, steht im Trace.</translation>
    </message>
    <message>
        <source>of this stream alone: the GPU as a whole may be busy, or wait for something else</source>
        <translation>nur dieses Streams: Die GPU als Ganzes kann arbeiten oder auf anderes warten</translation>
    </message>
    <message>
        <source>%1 busy in view, %2 events</source>
        <translation>im Bild %1 belegt, %2 Ereignisse</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 belegt</translation>
    </message>
    <message>
        <source>folded at first so that streams are in view; a click on the triangle unfolds it</source>
        <translation>zunächst eingeklappt, damit Streams zu sehen sind; ein Klick auf das Dreieck klappt auf</translation>
    </message>
    <message>
        <source>%1 slices on one lane</source>
        <translation>%1 Slices auf einer Bahn</translation>
    </message>
    <message>
        <source>waits, no stream</source>
        <translation>Warten, kein Stream</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>Memory in use: total</source>
        <translation>Speicher: insgesamt</translation>
    </message>
    <message>
        <source>Memory in use: %1</source>
        <translation>Speicher: %1</translation>
    </message>
</context>
<context>
    <name>TimelineAccess</name>
    <message>
        <source>up to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>%1 busy, %2 events</source>
        <translation>%1 belegt, %2 Ereignisse</translation>
    </message>
    <message>
        <source>%1 events in all</source>
        <translation>insgesamt %1 Ereignisse</translation>
    </message>
    <message>
        <source>%1, %2, %3, starts at %4</source>
        <translation>%1, %2, %3, beginnt bei %4</translation>
    </message>
</context>
<context>
    <name>TraceContents</name>
    <message>
        <source>No GPU work was recorded.</source>
        <translation>Es wurde keine GPU-Arbeit aufgezeichnet.</translation>
    </message>
    <message>
        <source>No copy or memset was recorded.</source>
        <translation>Es wurde keine Kopie und kein Memset aufgezeichnet.</translation>
    </message>
    <message>
        <source>No host op, annotation or API call was recorded.</source>
        <translation>Es wurde weder eine Host-Op noch eine Annotation noch ein API-Aufruf aufgezeichnet.</translation>
    </message>
    <message>
        <source>No call of the host was recorded.</source>
        <translation>Es wurde kein Aufruf des Hosts aufgezeichnet.</translation>
    </message>
    <message>
        <source>No annotation was recorded.</source>
        <translation>Es wurde keine Annotation aufgezeichnet.</translation>
    </message>
    <message>
        <source>No hardware counter was recorded.</source>
        <translation>Es wurde kein Hardwarezähler aufgezeichnet.</translation>
    </message>
    <message>
        <source>Memory was not recorded.</source>
        <translation>Speicher wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>One rank is open: it waits for none that can be seen.</source>
        <translation>Ein Rang ist offen: er wartet auf keinen, der zu sehen wäre.</translation>
    </message>
    <message>
        <source>Neither work of the host nor of the GPU was recorded.</source>
        <translation>Weder Arbeit des Hosts noch der GPU wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>No communication kernel was recorded.</source>
        <translation>Kein Kommunikationskernel wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>No communication was recorded.</source>
        <translation>Keine Kommunikation wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>Neither GPU work nor a call that launches it was recorded.</source>
        <translation>Weder GPU-Arbeit noch ein Aufruf, der sie startet, wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>No op was recorded.</source>
        <translation>Es wurde keine Op aufgezeichnet.</translation>
    </message>
    <message>
        <source>No step was recorded, and the scope names no annotations that are steps.</source>
        <translation>Es wurde kein Schritt aufgezeichnet, und der Umfang nennt keine Annotationen, die Schritte sind.</translation>
    </message>
    <message>
        <source>The collectives of these traces run on the host.</source>
        <translation>Die Kollektivoperationen dieser Traces laufen auf dem Host.</translation>
    </message>
</context>
<context>
    <name>TraceFacts</name>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Copies and memsets</source>
        <translation>Kopien und Memsets</translation>
    </message>
    <message>
        <source>Other device work</source>
        <translation>Andere Gerätearbeit</translation>
    </message>
    <message>
        <source>Host ops</source>
        <translation>Host-Ops</translation>
    </message>
    <message>
        <source>API calls</source>
        <translation>API-Aufrufe</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>Python frames</source>
        <translation>Python-Frames</translation>
    </message>
    <message>
        <source>Memory records</source>
        <translation>Speichereinträge</translation>
    </message>
    <message>
        <source>Counter ranges</source>
        <translation>Zählerbereiche</translation>
    </message>
    <message>
        <source>Counter samples</source>
        <translation>Zählerwerte</translation>
    </message>
    <message>
        <source>Other slices</source>
        <translation>Andere Slices</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>Nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ränge</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU belegt</translation>
    </message>
    <message>
        <source>Of the time from the first to the last GPU work</source>
        <translation>Der Zeit von der ersten bis zur letzten GPU-Arbeit</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Loaded ranks</source>
        <translation>Geladene Ränge</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>The least and the most of a rank, of its time from the first to the last GPU work</source>
        <translation>Der kleinste und der größte Anteil eines Rangs an seiner Zeit von der ersten bis zur letzten GPU-Arbeit</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU-Zeit</translation>
    </message>
    <message>
        <source>From the first to the last GPU work</source>
        <translation>Von der ersten bis zur letzten GPU-Arbeit</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
</context>
<context>
    <name>TrackList</name>
    <message>
        <source>1 event</source>
        <translation>1 Ereignis</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 Ereignisse</translation>
    </message>
</context>
<context>
    <name>TracksMenu</name>
    <message>
        <source>Trac&amp;ks</source>
        <translation>&amp;Spuren</translation>
    </message>
    <message>
        <source>No track is chosen: click its name, or go to it with Ctrl+P.</source>
        <translation>Es ist keine Spur gewählt: klicken Sie auf ihren Namen, oder gehen Sie mit Strg+P zu ihr.</translation>
    </message>
</context>
<context>
    <name>analyze-command</name>
    <message>
        <source>The word vs stands between the traces of two jobs.</source>
        <translation>Zwischen den Traces zweier Jobs steht das Wort vs.</translation>
    </message>
    <message>
        <source>The word vs stands between jobs that are compared; here %1 looks at one job.</source>
        <translation>Das Wort vs steht zwischen Jobs, die verglichen werden; %1 betrachtet hier einen Job.</translation>
    </message>
</context>
<context>
    <name>annotation-breakdown</name>
    <message>
        <source>%1: %2: %3</source>
        <translation>%1: %2: %3</translation>
    </message>
    <message>
        <source>no user_annotation in this scope; wrap code in torch.profiler.record_function to have them.</source>
        <translation>keine user_annotation in diesem Umfang; umgeben Sie Code mit torch.profiler.record_function, um welche zu haben.</translation>
    </message>
    <message>
        <source>no gpu_user_annotation in this scope; the profiler writes them where record_function is around launches and ProfilerActivity.CUDA is on. With %1 those of the host are shown.</source>
        <translation>keine gpu_user_annotation in diesem Umfang; der Profiler schreibt sie, wo record_function um Launches steht und ProfilerActivity.CUDA an ist. Mit %1 werden die des Hosts gezeigt.</translation>
    </message>
    <message>
        <source>no gpu_user_annotation in this scope. With %1 the annotations of the host are shown.</source>
        <translation>keine gpu_user_annotation in diesem Umfang. Mit %1 werden die Annotationen des Hosts gezeigt.</translation>
    </message>
    <message>
        <source>no user_annotation in this scope.</source>
        <translation>keine user_annotation in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>annotation-kernels</name>
    <message>
        <source>no annotation around any GPU work; wrap code in torch.profiler.record_function to have them.</source>
        <translation>keine Annotation um GPU-Arbeit; umgeben Sie Code mit torch.profiler.record_function, um welche zu haben.</translation>
    </message>
</context>
<context>
    <name>atomic-file</name>
    <message>
        <source>This file was already committed.</source>
        <translation>Diese Datei wurde schon übernommen.</translation>
    </message>
</context>
<context>
    <name>call-tree</name>
    <message>
        <source>no host slice of these kinds in this scope; record with %1.</source>
        <translation>kein Host-Slice dieser Arten in diesem Umfang; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>the backward pass is not joined to the calls it belongs to; that takes one thread with ProfilerStep# and one other with autograd:: calls, and there are %1 and %2.</source>
        <translation>der Rückwärtslauf ist nicht mit den Aufrufen verbunden, zu denen er gehört; dafür braucht es einen Thread mit ProfilerStep# und einen anderen mit autograd::-Aufrufen, und es gibt %1 und %2.</translation>
    </message>
    <message>
        <source>no host slice of these kinds in this scope.</source>
        <translation>kein Host-Slice dieser Arten in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>causes</name>
    <message>
        <source>data loading</source>
        <translation>Laden von Daten</translation>
    </message>
    <message>
        <source>synchronisation</source>
        <translation>Synchronisierung</translation>
    </message>
    <message>
        <source>memory allocation</source>
        <translation>Speicheranforderung</translation>
    </message>
    <message>
        <source>graph calls</source>
        <translation>Graph-Aufrufe</translation>
    </message>
    <message>
        <source>code loading</source>
        <translation>Laden von Code</translation>
    </message>
    <message>
        <source>the profiler</source>
        <translation>der Profiler</translation>
    </message>
    <message>
        <source>compilation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>launch calls</source>
        <translation>Launch-Aufrufe</translation>
    </message>
    <message>
        <source>copy calls</source>
        <translation>Kopieraufrufe</translation>
    </message>
    <message>
        <source>other calls</source>
        <translation>andere Aufrufe</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>Kollektivoperationen</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>what was not recorded</source>
        <translation>nicht Aufgezeichnetes</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>andere Arbeit</translation>
    </message>
    <message>
        <source>%1 of the waiting is before the first recorded work of a stream: the GPU may have been busy with work from before the recording.</source>
        <translation>%1 der Wartezeit liegen vor der ersten aufgezeichneten Arbeit eines Streams: Die GPU kann mit Arbeit von vor der Aufzeichnung beschäftigt gewesen sein.</translation>
    </message>
    <message>
        <source>%1 of the path is the frame %2 itself, in %3 pieces of %4 on average, those of other frames take %5: it may be the cost of recording Python. Record without stacks to see.</source>
        <translation>%1 des Pfads ist der Frame %2 selbst, in %3 Stücken von durchschnittlich %4, die anderer Frames dauern %5: Das können die Kosten der Aufzeichnung von Python sein. Eine Aufzeichnung ohne Stacks zeigt es.</translation>
    </message>
    <message>
        <source>the host waited %1 for work that was not recorded: in synchronisations before the first recorded work.</source>
        <translation>der Host wartete %1 auf Arbeit, die nicht aufgezeichnet wurde: in Synchronisationen vor der ersten aufgezeichneten Arbeit.</translation>
    </message>
    <message numerus="yes">
        <source>%1 op takes %2 itself on the path before it launches a kernel for the first time, more than %3 and twice as long as in its other calls, where there are any: it is probably loading code.</source>
        <comment>%1 ops take %2 themselves on the path before they launch a kernel for the first time, each more than %3 and twice as long as in its other calls, where there are any: they are probably loading code.</comment>
        <translation>
            <numerusform>%1 Op braucht auf dem Pfad selbst %2, bevor sie einen Kernel zum ersten Mal startet, mehr als %3 und doppelt so lange wie in ihren anderen Aufrufen, wo es welche gibt: Sie lädt wahrscheinlich Code.</numerusform>
            <numerusform>%1 Ops brauchen auf dem Pfad selbst %2, bevor sie einen Kernel zum ersten Mal starten, jede mehr als %3 und doppelt so lange wie in ihren anderen Aufrufen, wo es welche gibt: Sie laden wahrscheinlich Code.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of the path is sleeping or waiting in Python: for another thread, a request or a timer, which the trace does not tell, so the path cannot follow it.</source>
        <translation>%1 des Pfads ist Schlafen oder Warten in Python: auf einen anderen Thread, eine Anfrage oder einen Timer, was der Trace nicht sagt; der Pfad kann ihm also nicht folgen.</translation>
    </message>
    <message>
        <source>%1 of the synchronisation is in copy calls after their copy had ended: with pageable memory the host may be copying then, not waiting.</source>
        <translation>%1 der Synchronisation liegen in Kopieraufrufen, nachdem deren Kopie geendet hatte: Bei auslagerbarem Speicher kopiert der Host dann vielleicht selbst und wartet nicht.</translation>
    </message>
    <message>
        <source>the main thread is in the frame %2 itself for %1 of the time, in %3 pieces of %4 on average, those of other frames take %5: it may be the cost of recording Python. Record without stacks to see.</source>
        <translation>der Hauptthread ist %1 der Zeit im Frame %2 selbst, in %3 Stücken von durchschnittlich %4, die anderer Frames dauern %5: Das können die Kosten der Aufzeichnung von Python sein. Eine Aufzeichnung ohne Stacks zeigt es.</translation>
    </message>
    <message>
        <source>The path goes over all streams: chosen ones change nothing here.</source>
        <translation>Der Pfad geht über alle Streams: gewählte ändern hier nichts.</translation>
    </message>
    <message>
        <source>the main thread is in the frame %2 itself for %1 of the time, in %3 pieces of %4 on average, those of other frames take %5: it may be the cost of recording Python, and so may what changes of Python or of all host time save. Record without stacks to see.</source>
        <translation>der Hauptthread ist %1 der Zeit im Frame %2 selbst, in %3 Stücken von durchschnittlich %4, die anderer Frames dauern %5: Das können die Kosten der Aufzeichnung von Python sein, ebenso das, was Änderungen von Python oder der ganzen Hostzeit sparen. Eine Aufzeichnung ohne Stacks zeigt es.</translation>
    </message>
    <message>
        <source>%1 counts as time of collectives because it is in Python functions of distributed_c10d.py; no op, annotation or kernel of a collective was recorded.</source>
        <translation>%1 zählen als Zeit von Kollektivoperationen, weil sie in Python-Funktionen von distributed_c10d.py liegen; keine Op, keine Annotation und kein Kernel einer Kollektivoperation wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>%1 of the waiting is before work that was launched after kernels that are not in the file: the GPU may have been running these.</source>
        <translation>%1 des Wartens liegt vor Arbeit, die nach Kerneln gestartet wurde, die in der Datei fehlen: Die GPU kann diese ausgeführt haben.</translation>
    </message>
    <message>
        <source>%1 of the launch latency is before work whose launch was not recorded: it may have been in the queue by then, or launched only then.</source>
        <translation>%1 der Startverzögerung liegt vor Arbeit, deren Start nicht aufgezeichnet wurde: Sie kann da schon in der Warteschlange gewesen sein oder erst dann gestartet worden sein.</translation>
    </message>
    <message>
        <source>%1 of %2 GPU activities are linked to no launch: the path cannot go from them to the host that launched them, and may miss them where the host waits for them. What of the time the GPU took and what the host is not known.</source>
        <translation>%1 von %2 GPU-Aktivitäten sind mit keinem Start verknüpft: Der Pfad kann von ihnen nicht zum Host gehen, der sie gestartet hat, und findet sie vielleicht nicht, wo der Host auf sie wartet. Was von der Zeit die GPU brauchte und was der Host, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>for %1 of the %2 that were not recorded on the path, collectives (%3) run on other threads: the main thread may be waiting for them, which the trace does not tell.</source>
        <translation>während %1 der %2, die auf dem Pfad nicht aufgezeichnet sind, laufen Kollektivoperationen (%3) auf anderen Threads: Der Hauptthread wartet vielleicht auf sie, was der Trace nicht sagt.</translation>
    </message>
    <message>
        <source>%1 of the computation on the path is %2, which by its name only waits.</source>
        <translation>%1 des Rechnens auf dem Pfad ist %2, das dem Namen nach nur wartet.</translation>
    </message>
    <message>
        <source>for %1 of the %2 that were not recorded on the path, other threads that launch kernels are in calls: the main thread may be waiting for them, as it does for the backward pass, and then the time is that of these calls. No ops were recorded, which would tell.</source>
        <translation>für %1 der %2, die auf dem Pfad nicht aufgezeichnet wurden, sind andere Threads, die Kernel starten, in Aufrufen: Der Haupt-Thread wartet vielleicht auf sie, wie beim Rückwärtsdurchlauf, und dann ist die Zeit die dieser Aufrufe. Ops, die es zeigen würden, wurden nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>%1 processes in the file launch work, each on GPUs of its own, as in a file that ranks were merged into. They are taken as one rank here: its main thread is that of process %2, threads of the others count as other threads of it, and its steps and its GPUs are those of all. A file for each rank tells them apart.</source>
        <translation>%1 Prozesse in der Datei starten Arbeit, jeder auf eigenen GPUs, wie in einer Datei, in der Ränge zusammengeführt wurden. Sie gelten hier als ein Rang: Sein Hauptthread ist der von Prozess %2, Threads der anderen zählen als seine anderen Threads, und seine Schritte und GPUs sind die von allen. Eine Datei je Rang hält sie auseinander.</translation>
    </message>
    <message>
        <source>%1 processes in the file launch work, each on GPUs of its own, as in a file that ranks were merged into. They are taken as one rank here: its steps and its GPUs are those of all. A file for each rank tells them apart.</source>
        <translation>%1 Prozesse in der Datei starten Arbeit, jeder auf eigenen GPUs, wie in einer Datei, in der Ränge zusammengeführt wurden. Sie gelten hier als ein Rang: Seine Schritte und GPUs sind die von allen. Eine Datei je Rang hält sie auseinander.</translation>
    </message>
    <message>
        <source>%1 processes in the file launch work, each on GPUs of its own, as in a file that ranks were merged into. They are taken as one rank here: whom they wait for among each other is not told. A file for each rank tells it.</source>
        <translation>%1 Prozesse in der Datei starten Arbeit, jeder auf eigenen GPUs, wie in einer Datei, in der Ränge zusammengeführt wurden. Sie gelten hier als ein Rang: Auf wen sie untereinander warten, wird nicht gesagt. Eine Datei je Rang sagt es.</translation>
    </message>
    <message>
        <source>the host waited %1 for work that was not recorded, or for the GPU to be set up: in synchronisations before the first recorded work, one of them the first call of all.</source>
        <translation>der Host wartete %1 auf Arbeit, die nicht aufgezeichnet wurde, oder darauf, dass die GPU eingerichtet war: in Synchronisationen vor der ersten aufgezeichneten Arbeit, von denen eine der erste Aufruf überhaupt ist.</translation>
    </message>
    <message>
        <source>for %1 of the %2 that were not recorded on the path, nothing of the host is in the file yet: what it did then is not known.</source>
        <translation>für %1 der %2 des Pfads, die nicht aufgezeichnet wurden, ist noch nichts vom Host in der Datei: Was er da tat, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>for %1 of the %2 that were not recorded on the path, nothing was recorded of the thread that it is on while other threads do something: it may be waiting for one of them, as threads of a pool do, which the trace does not tell.</source>
        <translation>für %1 der %2 des Pfads, die nicht aufgezeichnet wurden, wurde nichts von dem Thread aufgezeichnet, auf dem er liegt, während andere Threads etwas tun: Er wartet vielleicht auf einen von ihnen, wie es Threads eines Pools tun; der Trace sagt es nicht.</translation>
    </message>
    <message>
        <source>%1 of code loading is in slow calls that launch nothing and had been made before, such as %2: they may have waited for something else, such as a lock.</source>
        <translation>%1 des Ladens von Code liegt in langsamen Aufrufen, die nichts starten und schon vorher kamen, etwa %2: Vielleicht haben sie auf etwas anderes gewartet, etwa eine Sperre.</translation>
    </message>
    <message>
        <source>no GPU work is in the file, though calls of the GPU&apos;s runtime are: time of the host may be waiting for the GPU, which the trace does not tell.</source>
        <translation>in der Datei ist keine GPU-Arbeit, wohl aber Aufrufe der Laufzeit der GPU: Zeit des Hosts ist vielleicht Warten auf die GPU; der Trace sagt es nicht.</translation>
    </message>
    <message>
        <source>no GPU work is in the file, though collectives of GPUs (nccl) are: time of the host may be waiting for the GPU, which the trace does not tell.</source>
        <translation>in der Datei ist keine GPU-Arbeit, wohl aber Kollektivoperationen von GPUs (nccl): Zeit des Hosts ist vielleicht Warten auf die GPU; der Trace sagt es nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%1 op takes %2 itself, in which a GPU is idle, before it launches a kernel for the first time, more than %3 and twice as long as in its other calls, where there are any: it is probably loading code.</source>
        <comment>%1 ops take %2 themselves, in which a GPU is idle, before they launch a kernel for the first time, each more than %3 and twice as long as in its other calls, where there are any: they are probably loading code.</comment>
        <translation>
            <numerusform>%1 Op braucht selbst %2, in denen eine GPU leerläuft, bevor sie zum ersten Mal einen Kernel startet, mehr als %3 und doppelt so lange wie in ihren anderen Aufrufen, wo es welche gibt: Sie lädt wahrscheinlich Code.</numerusform>
            <numerusform>%1 Ops brauchen selbst %2, in denen eine GPU leerläuft, bevor sie zum ersten Mal einen Kernel starten, jede mehr als %3 und doppelt so lange wie in ihren anderen Aufrufen, wo es welche gibt: Sie laden wahrscheinlich Code.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of code loading is in a slow call that launches nothing and had been made before, %2: it may have waited for something else, such as a lock.</source>
        <translation>%1 des Ladens von Code liegt in einem langsamen Aufruf, der nichts startet und schon vorher kam, %2: Vielleicht hat er auf etwas anderes gewartet, etwa eine Sperre.</translation>
    </message>
    <message>
        <source>for %1 of the host&apos;s time on the path that was recorded, too, a collective of a CPU backend runs on another thread: the host may be waiting for it, and with it for other ranks.</source>
        <translation>auch für %1 der aufgezeichneten Zeit des Hosts auf dem Pfad läuft eine Kollektivoperation eines CPU-Backends in einem anderen Thread: Der Host wartet vielleicht auf sie, und mit ihr auf andere Ränge.</translation>
    </message>
    <message>
        <source>for %1 of the host&apos;s time on the path a collective of a CPU backend runs on another thread: the host may be waiting for it, and with it for other ranks.</source>
        <translation>für %1 der Zeit des Hosts auf dem Pfad läuft eine Kollektivoperation eines CPU-Backends in einem anderen Thread: Der Host wartet vielleicht auf sie, und mit ihr auf andere Ränge.</translation>
    </message>
    <message>
        <source>%1 of the path is copies between host and device that still ran when the kernel behind them began: it is taken to have waited for room, though such copies need not take any from kernels. It may have waited for something else that was not recorded, such as an event.</source>
        <translation>%1 des Pfads sind Kopien zwischen Host und Gerät, die noch liefen, als der Kernel dahinter begann: Er gilt als einer, der auf Platz gewartet hat, obwohl solche Kopien Kerneln keinen nehmen müssen. Vielleicht hat er auf etwas anderes gewartet, das nicht aufgezeichnet wurde, etwa ein Event.</translation>
    </message>
    <message>
        <source>%1 of code loading is in slow launches, such as %2, after all that they launch for the first time had started to run: its code was loaded by then, and what these calls went on with was not recorded.</source>
        <translation>%1 des Ladens von Code liegen in langsamen Launch-Aufrufen wie %2, nachdem alles, was sie zum ersten Mal starten, schon lief: Dessen Code war da geladen, und womit diese Aufrufe weitermachten, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>%1 of code loading is in a slow launch, %2, after all that it launches for the first time had started to run: its code was loaded by then, and what the call went on with was not recorded.</source>
        <translation>%1 des Ladens von Code liegen in einem langsamen Launch-Aufruf, %2, nachdem alles, was er zum ersten Mal startet, schon lief: Dessen Code war da geladen, und womit der Aufruf weitermachte, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>the call stacks that were recorded with ops, a debug build or a busy CPU</source>
        <translation>die Aufrufstapel, die mit den Ops aufgezeichnet wurden, ein Debug-Build oder eine ausgelastete CPU</translation>
    </message>
    <message>
        <source>another observer of ops, a debug build or a busy CPU</source>
        <translation>ein weiterer Beobachter der Ops, ein Debug-Build oder eine ausgelastete CPU</translation>
    </message>
    <message>
        <source>the main thread is in the frame %2 itself for %1 of the time, in %3 pieces of %4 on average, those of other frames take %5: it may be the cost of recording Python, and so may part of what is saved where host time is taken away. Record without stacks to see.</source>
        <translation>der Hauptthread ist %1 der Zeit im Frame %2 selbst, in %3 Stücken von durchschnittlich %4, die anderer Frames dauern %5: Das können die Kosten der Aufzeichnung von Python sein, ebenso ein Teil dessen, was dort gespart wird, wo Hostzeit wegfällt. Eine Aufzeichnung ohne Stacks zeigt es.</translation>
    </message>
    <message>
        <source>%1 (the median of %2)</source>
        <translation>%1 (Median von %2)</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1 (the medians of %2 traces)</source>
        <translation>%1 (Mediane von %2 Traces)</translation>
    </message>
    <message>
        <source>%1 to %2 (the medians of %3 traces)</source>
        <translation>%1 bis %2 (Mediane von %3 Traces)</translation>
    </message>
    <message>
        <source>a call of an op that only makes another view of a tensor takes %1, where about a microsecond is usual: what slows these down, such as %2, may slow down every op, and part of what changes of host time save may be that. Time a run without the profiler to see what the host really takes.</source>
        <translation>ein Aufruf einer Op, die nur eine andere Sicht auf einen Tensor macht, dauert %1, wo etwa eine Mikrosekunde üblich ist: Was sie verlangsamt, etwa %2, kann jede Op verlangsamen, und ein Teil dessen, was Änderungen der Host-Zeit sparen, ist vielleicht das. Die Zeit eines Laufs ohne Profiler zeigt, was der Host wirklich braucht.</translation>
    </message>
    <message>
        <source>a call of an op that only makes another view of a tensor takes %1, where about a microsecond is usual: what slows these down, such as %2, may slow down every op. Time a run without the profiler to see what the host really takes.</source>
        <translation>ein Aufruf einer Op, die nur eine andere Sicht auf einen Tensor macht, dauert %1, wo etwa eine Mikrosekunde üblich ist: Was sie verlangsamt, etwa %2, kann jede Op verlangsamen. Die Zeit eines Laufs ohne Profiler zeigt, was der Host wirklich braucht.</translation>
    </message>
    <message>
        <source>for %1 (%2 of the time), while the GPU works, the main thread asks again and again whether GPU work is done, in %3 calls (%4): it may be waiting for that work, which neither the critical path nor a replay can follow. Time of the host in and around these calls may be waiting for the GPU, then: a faster host may save less than is said, and faster GPU work more.</source>
        <translation>für %1 (%2 der Zeit), während die GPU arbeitet, fragt der Hauptthread immer wieder, ob GPU-Arbeit fertig ist, in %3 Aufrufen (%4): Er wartet womöglich auf diese Arbeit, was weder der kritische Pfad noch eine Nachspielung verfolgen kann. Zeit des Hosts in diesen Aufrufen und um sie herum kann dann Warten auf die GPU sein: Ein schnellerer Host kann weniger sparen als angegeben, schnellere GPU-Arbeit mehr.</translation>
    </message>
    <message>
        <source>step %1 is followed by step %2, and for %3 in between nothing was recorded: the GPU counts as idle there, and the host as in what was not recorded, though what they did is not known.</source>
        <translation>auf Schritt %1 folgt Schritt %2, und %3 lang wurde dazwischen nichts aufgezeichnet: Die GPU zählt dort als leer laufend und der Host als in nicht Aufgezeichnetem, obwohl nicht bekannt ist, was sie taten.</translation>
    </message>
    <message>
        <source>steps are missing in %1 places, the first between steps %2 and %3, and for %4 there nothing was recorded: the GPU counts as idle then, and the host as in what was not recorded, though what they did is not known.</source>
        <translation>Schritte fehlen an %1 Stellen, zuerst zwischen den Schritten %2 und %3, und %4 lang wurde dort nichts aufgezeichnet: Die GPU zählt dann als leer laufend und der Host als in nicht Aufgezeichnetem, obwohl nicht bekannt ist, was sie taten.</translation>
    </message>
</context>
<context>
    <name>chart-view</name>
    <message>
        <source>There is no chart to draw.</source>
        <translation>Es gibt kein Diagramm zu zeichnen.</translation>
    </message>
</context>
<context>
    <name>class-doubts</name>
    <message>
        <source>, %1 of the time of kernels,</source>
        <translation>, %1 der Zeit der Kernel,</translation>
    </message>
    <message>
        <source>%1%2 counts as computation by its name, but was launched in %3, which names communication. A rule for its name can say what it is.</source>
        <translation>%1%2 zählt nach dem Namen als Berechnung, wurde aber in %3 gestartet, was Kommunikation nennt. Eine Regel für den Namen kann sagen, was es ist.</translation>
    </message>
    <message>
        <source>%1%2 counts as computation by its name, but has stream %3 to itself and runs beside other work, as communication does. A rule for its name can say what it is.</source>
        <translation>%1%2 zählt nach dem Namen als Berechnung, hat aber Stream %3 für sich und läuft neben anderer Arbeit, wie es Kommunikation tut. Eine Regel für den Namen kann sagen, was es ist.</translation>
    </message>
    <message>
        <source>%1%2 counts as computation because nothing in its name, nor in the ops around its launches, says what it does. A rule for its name can say what it is.</source>
        <translation>%1%2 zählt als Berechnung, weil weder der Name noch die Ops um die Launches sagen, was es tut. Eine Regel für den Namen kann sagen, was es ist.</translation>
    </message>
</context>
<context>
    <name>cli</name>
    <message>
        <source>There is no table %1 here. There are: %2.</source>
        <translation>Es gibt hier keine Tabelle %1. Es gibt: %2.</translation>
    </message>
    <message>
        <source>There is no table %1 here; did you mean %2? There are: %3.</source>
        <translation>Es gibt hier keine Tabelle %1; meinten Sie %2? Es gibt: %3.</translation>
    </message>
    <message>
        <source>%1 traces</source>
        <translation>%1 Traces</translation>
    </message>
    <message>
        <source>%1 traces at most</source>
        <translation>höchstens %1 Traces</translation>
    </message>
    <message>
        <source>%1 traces or more</source>
        <translation>%1 Traces oder mehr</translation>
    </message>
    <message>
        <source>%1 compares %2; %3 given.</source>
        <translation>%1 vergleicht %2; angegeben: %3.</translation>
    </message>
    <message>
        <source>There is no column %1 here. There are: %2.</source>
        <translation>Es gibt hier keine Spalte %1. Es gibt: %2.</translation>
    </message>
    <message>
        <source>There is no column %1 here; did you mean %2? There are: %3.</source>
        <translation>Es gibt hier keine Spalte %1; meinten Sie %2? Es gibt: %3.</translation>
    </message>
    <message>
        <source>The table %1 does not exist in hta mode.</source>
        <translation>Die Tabelle %1 gibt es im Modus hta nicht.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 is about the format table; %2 has all rows and columns.</source>
        <translation>%1 betrifft das Format table; %2 hat alle Zeilen und Spalten.</translation>
    </message>
    <message>
        <source>%1: %2 is neither a number of rows nor all.</source>
        <translation>%1: %2 ist weder eine Zahl von Zeilen noch all.</translation>
    </message>
    <message>
        <source>%1 is true or false, not %2.</source>
        <translation>%1 ist true oder false, nicht %2.</translation>
    </message>
    <message>
        <source>Give %1 or its --no- form, not both.</source>
        <translation>Geben Sie %1 an oder die Form mit --no-, nicht beide.</translation>
    </message>
    <message>
        <source>%1 does not fit the memory limit; give more with %2.</source>
        <translation>%1 passt nicht in die Speichergrenze; geben Sie mit %2 mehr.</translation>
    </message>
    <message>
        <source>The standard output cannot be written: %1.</source>
        <translation>Die Standardausgabe kann nicht geschrieben werden: %1.</translation>
    </message>
    <message>
        <source>There is no folder for temporary files: %1.</source>
        <translation>Es gibt keinen Ordner für temporäre Dateien: %1.</translation>
    </message>
    <message>
        <source>No file can be made in %1 for the standard input.</source>
        <translation>In %1 kann keine Datei für die Standardeingabe angelegt werden.</translation>
    </message>
    <message>
        <source>There is no room for the standard input in %1.</source>
        <translation>In %1 ist kein Platz für die Standardeingabe.</translation>
    </message>
    <message>
        <source>%1: %2 is no length of time.</source>
        <translation>%1: %2 ist keine Zeitdauer.</translation>
    </message>
    <message>
        <source>%1 compares %2; %3 given. To compare within one, choose different ranks or steps of it (%4 and %5, %6 and %7).</source>
        <translation>%1 vergleicht %2; angegeben: %3. Um innerhalb eines Traces zu vergleichen, wählen Sie verschiedene Ränge oder Schritte daraus (%4 und %5, %6 und %7).</translation>
    </message>
    <message>
        <source>%1: an empty text chooses nothing.</source>
        <translation>%1: Ein leerer Text wählt nichts.</translation>
    </message>
    <message>
        <source>%1: %2 is no number.</source>
        <translation>%1: %2 ist keine Zahl.</translation>
    </message>
</context>
<context>
    <name>clock-alignment</name>
    <message>
        <source>No collective that all ranks leave together was found on two ranks or more: nothing tells how their clocks differ. Record every rank of the job, with %1.</source>
        <translation>Auf mindestens zwei Rängen wurde keine Kollektivoperation gefunden, die alle Ränge zugleich verlassen: Nichts sagt, wie weit ihre Uhren auseinandergehen. Zeichnen Sie jeden Rang des Jobs auf, mit %1.</translation>
    </message>
    <message>
        <source>Its times run %1 parts in a million apart from those of rank %2: more than clocks do. Nothing is put in its place.</source>
        <translation>Seine Zeiten laufen um %1 Millionstel anders als die von Rang %2: mehr, als Uhren es tun. Nichts tritt an ihre Stelle.</translation>
    </message>
    <message>
        <source>Of %1 the file does not say which ranks it has, and some had left its collectives before others came: it may be several groups. They tell nothing about clocks.</source>
        <translation>Von %1 sagt die Datei nicht, welche Ränge dazugehören, und einige hatten ihre Kollektivoperationen verlassen, bevor andere kamen: Es können mehrere Gruppen sein. Über Uhren sagen sie nichts.</translation>
    </message>
    <message>
        <source>No collective that all ranks leave together was found on two ranks or more: nothing tells how their clocks differ. It takes the traces of several ranks, opened together; send and receive do not tell.</source>
        <translation>Keine Kollektivoperation, die alle Ranks gemeinsam verlassen, wurde auf zwei oder mehr Rängen gefunden: Nichts sagt, wie weit ihre Uhren auseinandergehen. Dazu gehören die Traces mehrerer Ränge, zusammen geöffnet; Senden und Empfangen sagen es nicht.</translation>
    </message>
    <message>
        <source>No communication kernel is in this scope, though GPU work was recorded: nothing tells how the clocks of ranks differ.</source>
        <translation>In diesem Umfang ist kein Kommunikationskernel, obwohl GPU-Arbeit aufgezeichnet wurde: Nichts sagt, wie sich die Uhren der Ränge unterscheiden.</translation>
    </message>
    <message>
        <source>Several of the traces are recordings of one rank, so not all ran together: nothing here tells how their clocks differ. The ranks of one recording alone, opened or chosen, do.</source>
        <translation>Mehrere der Traces sind Aufzeichnungen eines Rangs, es liefen also nicht alle zusammen: Nichts hier sagt, wie weit ihre Uhren auseinandergehen. Die Ränge einer Aufzeichnung, allein geöffnet oder gewählt, sagen es.</translation>
    </message>
    <message>
        <source>ranks %1 and %2</source>
        <translation>Ränge %1 und %2</translation>
    </message>
    <message numerus="yes">
        <source>The collectives of at least %1 pair of ranks contradict each other (%2): no offset or usual drift of their clocks explains why one left some of them before the other came. These may be recordings of different runs, what counts as one collective here may be several, a clock may have been set meanwhile, or one passes the other nothing in them.</source>
        <comment>The collectives of at least %1 pairs of ranks contradict each other (%2): no offset or usual drift of their clocks explains why one left some of them before the other came. These may be recordings of different runs, what counts as one collective here may be several, a clock may have been set meanwhile, or one passes the other nothing in them.</comment>
        <translation>
            <numerusform>Die Kollektivoperationen von mindestens %1 Paar von Rängen widersprechen einander (%2): Kein Versatz und keine übliche Drift ihrer Uhren erklärt, warum einer manche davon verließ, bevor der andere kam. Vielleicht sind das Aufzeichnungen verschiedener Läufe, was hier als eine Kollektivoperation zählt, sind mehrere, eine Uhr wurde inzwischen gestellt, oder der eine gibt dem anderen darin nichts.</numerusform>
            <numerusform>Die Kollektivoperationen von mindestens %1 Paaren von Rängen widersprechen einander (%2): Kein Versatz und keine übliche Drift ihrer Uhren erklärt, warum einer manche davon verließ, bevor der andere kam. Vielleicht sind das Aufzeichnungen verschiedener Läufe, was hier als eine Kollektivoperation zählt, sind mehrere, eine Uhr wurde inzwischen gestellt, oder der eine gibt dem anderen darin nichts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>clocks</name>
    <message>
        <source>its clock cannot be compared: no collective is known on another rank too</source>
        <translation>seine Uhr ist nicht vergleichbar: keine Kollektivoperation ist auch auf einem anderen Rang bekannt</translation>
    </message>
    <message>
        <source>its clock cannot be compared: it runs apart from that of rank %1 more than clocks do</source>
        <translation>seine Uhr ist nicht vergleichbar: sie läuft von der des Rangs %1 weiter weg, als Uhren das tun</translation>
    </message>
    <message>
        <source>its clock cannot be compared: what its collectives say contradicts itself</source>
        <translation>seine Uhr ist nicht vergleichbar: was seine Kollektivoperationen sagen, widerspricht sich</translation>
    </message>
    <message>
        <source>%1, drift %2 parts in a million</source>
        <translation>%1, Drift %2 Millionstel</translation>
    </message>
    <message>
        <source>clocks in step</source>
        <translation>Uhren im Gleichlauf</translation>
    </message>
    <message numerus="yes">
        <source>the other clocks are measured against this one (%1 collective)</source>
        <comment>the other clocks are measured against this one (%1 collectives)</comment>
        <translation>
            <numerusform>an dieser Uhr werden die anderen gemessen (%1 Kollektivoperation)</numerusform>
            <numerusform>an dieser Uhr werden die anderen gemessen (%1 Kollektivoperationen)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>its clock cannot be compared: %1 collective with another rank is too few</source>
        <comment>its clock cannot be compared: %1 collectives with another rank are too few</comment>
        <translation>
            <numerusform>seine Uhr ist nicht vergleichbar: %1 Kollektivoperation mit einem anderen Rang ist zu wenig</numerusform>
            <numerusform>seine Uhr ist nicht vergleichbar: %1 Kollektivoperationen mit einem anderen Rang sind zu wenig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in step with rank %2 (±%3, %1 collective)</source>
        <comment>in step with rank %2 (±%3, %1 collectives)</comment>
        <translation>
            <numerusform>im Gleichlauf mit Rang %2 (±%3, %1 Kollektivoperation)</numerusform>
            <numerusform>im Gleichlauf mit Rang %2 (±%3, %1 Kollektivoperationen)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>aligned by %2 (±%3, %1 collective)</source>
        <comment>aligned by %2 (±%3, %1 collectives)</comment>
        <translation>
            <numerusform>um %2 angeglichen (±%3, %1 Kollektivoperation)</numerusform>
            <numerusform>um %2 angeglichen (±%3, %1 Kollektivoperationen)</numerusform>
        </translation>
    </message>
    <message>
        <source>too few collectives in common</source>
        <translation>zu wenige gemeinsame Kollektivoperationen</translation>
    </message>
    <message>
        <source>they run apart more than clocks do</source>
        <translation>sie laufen stärker auseinander, als Uhren es tun</translation>
    </message>
    <message>
        <source>what their collectives say contradicts itself</source>
        <translation>was ihre Kollektivoperationen besagen, widerspricht sich</translation>
    </message>
    <message>
        <source>no collective in common is known</source>
        <translation>keine gemeinsame Kollektivoperation bekannt</translation>
    </message>
    <message>
        <source>for several reasons</source>
        <translation>aus mehreren Gründen</translation>
    </message>
    <message>
        <source>clocks cannot be compared: %1</source>
        <translation>Uhren nicht vergleichbar: %1</translation>
    </message>
    <message>
        <source>clocks of %1 of %2 ranks cannot be compared: %3</source>
        <translation>Uhren von %1 von %2 Rängen nicht vergleichbar: %3</translation>
    </message>
    <message>
        <source>%1; the others only within %2 groups of ranks</source>
        <translation>%1; die übrigen nur innerhalb von %2 Gruppen von Rängen</translation>
    </message>
    <message>
        <source>%1; the others are aligned</source>
        <translation>%1; die übrigen sind angeglichen</translation>
    </message>
    <message>
        <source>%1; the others are in step</source>
        <translation>%1; die übrigen im Gleichlauf</translation>
    </message>
    <message>
        <source>clocks can be compared only within %1 groups of ranks</source>
        <translation>Uhren nur innerhalb von %1 Gruppen von Rängen vergleichbar</translation>
    </message>
    <message>
        <source>clocks aligned: %1 of %2 ranks moved</source>
        <translation>Uhren angeglichen: %1 von %2 Rängen verschoben</translation>
    </message>
</context>
<context>
    <name>collectives</name>
    <message>
        <source>The process groups %1 and %2 have the same ranks on different ranks: they count as one.</source>
        <translation>Die Prozessgruppen %1 und %2 haben auf verschiedenen Rängen dieselben Ränge: sie zählen als eine.</translation>
    </message>
    <message>
        <source>The ranks of %1 number their collectives differently: they are matched by place.</source>
        <translation>Die Ränge von %1 nummerieren ihre Kollektivoperationen verschieden: sie werden nach ihrer Stelle zugeordnet.</translation>
    </message>
    <message>
        <source>process group %1</source>
        <translation>Prozessgruppe %1</translation>
    </message>
    <message>
        <source>Rank %1 sends %2 times to rank %3, which receives %4 times: they are not matched.</source>
        <translation>Rang %1 sendet %2-mal an Rang %3, der %4-mal empfängt: sie werden nicht zugeordnet.</translation>
    </message>
    <message>
        <source>The files name no process groups, and their ranks communicate on different numbers of streams: nothing tells which of them are one group. No waits are charged, and nothing is said about clocks.</source>
        <translation>Die Dateien nennen keine Prozessgruppen, und ihre Ränge kommunizieren auf verschieden vielen Streams: Nichts sagt, welche davon eine Gruppe sind. Wartezeiten werden niemandem zugeschrieben, und über Uhren wird nichts gesagt.</translation>
    </message>
    <message>
        <source>The files name no process groups, and ranks number their streams differently: the streams of each, in order, are taken to be the same groups.</source>
        <translation>Die Dateien nennen keine Prozessgruppen, und die Ränge nummerieren ihre Streams verschieden: Die Streams eines jeden, der Reihe nach, werden für dieselben Gruppen gehalten.</translation>
    </message>
    <message>
        <source>No communication was recorded in this scope.</source>
        <translation>In diesem Umfang wurde keine Kommunikation aufgezeichnet.</translation>
    </message>
    <message>
        <source>No GPU work was recorded, and no collective on the host. Record with %1.</source>
        <translation>Es wurde keine GPU-Arbeit aufgezeichnet und keine Kollektivoperation auf dem Host. Mit %1 aufzeichnen.</translation>
    </message>
    <message>
        <source>Shares of the link hold if the ranks share a host. Traces do not name it: ranks that each use another device of one list are taken to.</source>
        <translation>Anteile an der Verbindung gelten, wenn die Ränge auf einem Host laufen. Traces nennen ihn nicht: Von Rängen, die je ein anderes Gerät einer Liste nutzen, wird es angenommen.</translation>
    </message>
    <message>
        <source>No share of the link where nothing tells that all ranks of a group share a host: all of them have to be loaded, each with a device of its own.</source>
        <translation>Kein Anteil an der Verbindung, wo nichts sagt, dass alle Ränge einer Gruppe auf einem Host laufen: Alle müssen geladen sein, jeder mit einem eigenen Gerät.</translation>
    </message>
    <message>
        <source>No share of the link where the devices&apos; names do not tell which link they have.</source>
        <translation>Kein Anteil an der Verbindung, wo die Namen der Geräte nicht sagen, welche sie haben.</translation>
    </message>
    <message>
        <source>%1 of %2 runs do not say how many ranks take part: all %3 of the job are assumed.</source>
        <translation>%1 von %2 Läufen sagen nicht, wie viele Ränge teilnehmen: Alle %3 des Jobs werden angenommen.</translation>
    </message>
    <message>
        <source>For %1 of %2 runs it is not known which runs of other ranks belong to them: their own time stands for the latency, waiting included, and their bandwidths are lower bounds.</source>
        <translation>Von %1 von %2 Läufen ist nicht bekannt, welche Läufe anderer Ränge dazugehören: Ihre eigene Zeit steht für die Latenz, Warten eingeschlossen, und ihre Bandbreiten sind untere Schranken.</translation>
    </message>
    <message>
        <source>%1 of %2 operations use the switch, by the names of their kernels: fewer bytes cross the link than the bus bandwidth assumes, which may exceed it.</source>
        <translation>%1 von %2 Operationen nutzen nach den Namen ihrer Kernel den Switch: Über die Verbindung gehen weniger Bytes, als die Busbandbreite annimmt, die sie übersteigen kann.</translation>
    </message>
    <message numerus="yes">
        <source>In %1 all-to-all what is sent differs from what is received, or between ranks: its size is the largest.</source>
        <comment>In %1 all-to-alls what is sent differs from what is received, or between ranks: their size is the largest.</comment>
        <translation>
            <numerusform>In %1 All-to-all unterscheidet sich, was gesendet, von dem, was empfangen wird, oder zwischen Rängen: Seine Größe ist die größte.</numerusform>
            <numerusform>In %1 All-to-alls unterscheidet sich, was gesendet, von dem, was empfangen wird, oder zwischen Rängen: Ihre Größe ist die größte.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is no kind of collective. There are: %2.</source>
        <translation>%1 ist keine Art von Kollektivoperation. Es gibt: %2.</translation>
    </message>
    <message>
        <source>Of %1 of %2 runs the size of the message is not known, since elements or their type were not recorded: no bandwidth. %3 records them.</source>
        <translation>Von %1 von %2 Läufen ist die Größe der Nachricht nicht bekannt, da Elemente oder ihr Typ nicht aufgezeichnet wurden: keine Bandbreite. %3 zeichnet sie auf.</translation>
    </message>
    <message>
        <source>In %1 of %2 operations a rank may leave before all have their data (broadcast, reduce, gather, scatter, send and receive, uneven all-to-all): their latency is a lower bound, their bandwidth an upper one.</source>
        <translation>In %1 von %2 Operationen kann ein Rang gehen, bevor alle ihre Daten haben (Broadcast, Reduce, Gather, Scatter, Senden und Empfangen, ungleiches All-to-all): Ihre Latenz ist eine untere Schranke, ihre Bandbreite eine obere.</translation>
    </message>
    <message numerus="yes">
        <source>In %1 step rank %2 has other runs of %3 than rank %4, and nothing tells which of them belong together.</source>
        <comment>In %1 steps rank %2 has other runs of %3 than rank %4, and nothing tells which of them belong together.</comment>
        <translation>
            <numerusform>In %1 Schritt hat Rang %2 andere Läufe von %3 als Rang %4, und nichts sagt, welche davon zusammengehören.</numerusform>
            <numerusform>In %1 Schritten hat Rang %2 andere Läufe von %3 als Rang %4, und nichts sagt, welche davon zusammengehören.</numerusform>
        </translation>
    </message>
    <message>
        <source>Rank %1 has other runs of %2 than rank %3, and nothing tells which of them belong together.</source>
        <translation>Rang %1 hat andere Läufe von %2 als Rang %3, und nichts sagt, welche davon zusammengehören.</translation>
    </message>
    <message>
        <source>No share of the link where the devices of a group are of different models and no one link is known for all of them.</source>
        <translation>Kein Anteil am Link, wo die Geräte einer Gruppe verschiedene Modelle sind und kein gemeinsamer Link für alle bekannt ist.</translation>
    </message>
    <message>
        <source>For %1 of %2 operations some ranks&apos; runs are not loaded or not in the scope, and the last to come may be among these: their latency is an upper bound, their bandwidth a lower one.</source>
        <translation>Bei %1 von %2 Operationen sind die Läufe mancher Ränge nicht geladen oder nicht im Umfang, und der letzte kann unter ihnen sein: Ihre Latenz ist eine obere Schranke, ihre Bandbreite eine untere.</translation>
    </message>
    <message numerus="yes">
        <source>Waits and the rank that came last are taken from durations here. In %1 uneven all-to-all, %2 takes them from the clocks, since a rank with less to send may leave earlier: its figures may differ.</source>
        <comment>Waits and the rank that came last are taken from durations here. In %1 uneven all-to-alls, %2 takes them from the clocks, since a rank with less to send may leave earlier: its figures may differ.</comment>
        <translation>
            <numerusform>Wartezeiten und der zuletzt gekommene Rang folgen hier aus den Dauern. In %1 ungleichen All-to-all nimmt %2 dafür die Uhren, da ein Rang, der weniger zu senden hat, früher gehen kann: Seine Zahlen können abweichen.</numerusform>
            <numerusform>Wartezeiten und der zuletzt gekommene Rang folgen hier aus den Dauern. In %1 ungleichen All-to-alls nimmt %2 dafür die Uhren, da ein Rang, der weniger zu senden hat, früher gehen kann: Seine Zahlen können abweichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>By the ends of its collectives, rank %1 seems to number its steps %2 lower than rank %3: they are matched so.</source>
        <translation>Nach den Enden seiner Kollektivoperationen scheint Rang %1 seine Schritte um %2 niedriger zu nummerieren als Rang %3: So werden sie zugeordnet.</translation>
    </message>
    <message>
        <source>By the ends of its collectives, rank %1 seems to number its steps %2 higher than rank %3: they are matched so.</source>
        <translation>Nach den Enden seiner Kollektivoperationen scheint Rang %1 seine Schritte um %2 höher zu nummerieren als Rang %3: So werden sie zugeordnet.</translation>
    </message>
    <message>
        <source>: the job has one rank</source>
        <translation>: Der Job hat einen Rang</translation>
    </message>
    <message>
        <source>. Whether none ran, as in groups of one GPU, or none was recorded is not known</source>
        <translation>. Ob keiner lief, wie in Gruppen aus einer GPU, oder keiner aufgezeichnet wurde, ist nicht bekannt</translation>
    </message>
    <message numerus="yes">
        <source>%1 call of a collective was recorded, and no communication kernel%2.</source>
        <comment>%1 calls of collectives were recorded, and no communication kernel%2.</comment>
        <translation>
            <numerusform>%1 Aufruf einer Kollektivoperation wurde aufgezeichnet und kein Kommunikationskernel%2.</numerusform>
            <numerusform>%1 Aufrufe von Kollektivoperationen wurden aufgezeichnet und kein Kommunikationskernel%2.</numerusform>
        </translation>
    </message>
    <message>
        <source>No communication of the chosen group and kinds is in this scope.</source>
        <translation>Keine Kommunikation der gewählten Gruppe und Arten ist in diesem Umfang.</translation>
    </message>
    <message>
        <source>Of %1 of %2 runs the size of the message is not known: no bandwidth. Files that PyTorch writes without Kineto have no sizes.</source>
        <translation>Von %1 von %2 Läufen ist die Größe der Nachricht nicht bekannt: keine Bandbreite. Dateien, die PyTorch ohne Kineto schreibt, haben keine Größen.</translation>
    </message>
    <message>
        <source>The files describe several process groups, and collectives of the host do not name theirs: nothing tells which of them are one. No waits are charged, and nothing is said about clocks.</source>
        <translation>Die Dateien beschreiben mehrere Prozessgruppen, und Kollektivoperationen des Hosts nennen ihre nicht: Nichts sagt, welche davon zusammengehören. Wartezeiten werden niemandem zugeschrieben, und über Uhren wird nichts gesagt.</translation>
    </message>
    <message>
        <source>Of %1 of %2 runs the size of the message is not known, since they do not say how many ranks take part: no bandwidth.</source>
        <translation>Von %1 von %2 Läufen ist die Größe der Nachricht nicht bekannt, da sie nicht sagen, wie viele Ränge teilnehmen: keine Bandbreite.</translation>
    </message>
</context>
<context>
    <name>comm-comp-overlap</name>
    <message>
        <source>no communication kernel in this scope, so there is nothing that could be hidden.</source>
        <translation>kein Kommunikationskernel in diesem Umfang, also nichts, was verdeckt sein könnte.</translation>
    </message>
</context>
<context>
    <name>compared-inputs</name>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>steps %1</source>
        <translation>Schritte %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>Ränge %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>no rank of it</source>
        <translation>kein Rang davon</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Choose another trace to compare with, or other ranks or steps: all inputs are the same, %1.</source>
        <translation>Einen anderen Trace zum Vergleich wählen, oder andere Ränge oder Schritte: Alle Eingaben sind gleich, %1.</translation>
    </message>
</context>
<context>
    <name>critical-path</name>
    <message>
        <source>there is no annotation number %1 (from 0) of the name %2.</source>
        <translation>es gibt keine Annotation Nummer %1 (ab 0) mit dem Namen %2.</translation>
    </message>
    <message>
        <source>there is no recorded time to walk through.</source>
        <translation>es gibt keine aufgezeichnete Zeit, durch die ein Pfad führen könnte.</translation>
    </message>
    <message>
        <source>%1 counts annotations of one name: without %2 it changes nothing.</source>
        <translation>%1 zählt Annotationen eines Namens: ohne %2 ändert es nichts.</translation>
    </message>
</context>
<context>
    <name>cupti-counters</name>
    <message>
        <source>No counter range belongs to a launch in this scope; without a choice of time, steps and streams all are shown.</source>
        <translation>Kein Zählerbereich gehört zu einem Launch in diesem Umfang; ohne Wahl von Zeit, Schritten und Streams werden alle gezeigt.</translation>
    </message>
    <message>
        <source>flops count what CUDA cores did; tensor cores are not in these counters.</source>
        <translation>flops zählt, was CUDA-Kerne taten; Tensor-Kerne sind nicht in diesen Zählern.</translation>
    </message>
    <message>
        <source>no CUPTI counters in this trace; record with %1.</source>
        <translation>keine CUPTI-Zähler in diesem Trace; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>the ranges name more counters than a table can have; the first %1 are kept, %2 values of others are left out.</source>
        <translation>die Bereiche nennen mehr Zähler, als eine Tabelle haben kann; die ersten %1 bleiben, %2 Werte anderer sind weggelassen.</translation>
    </message>
    <message>
        <source>one range of counters covers a whole region; with profiler_measure_per_kernel=True there is one for each kernel.</source>
        <translation>ein Zählerbereich umfasst einen ganzen Abschnitt; mit profiler_measure_per_kernel=True gibt es einen für jeden Kernel.</translation>
    </message>
    <message>
        <source>what part of the trace some counter ranges cover is not known: there is no annotation or op of their name for each of them, or no kernel launch.</source>
        <translation>welchen Teil des Traces einige Zählerbereiche umfassen, ist nicht bekannt: nicht für jeden von ihnen gibt es eine Annotation oder Op seines Namens, oder es gibt keinen Kernel-Launch.</translation>
    </message>
    <message>
        <source>%1 counter ranges, %2 kernel launches: no range has an op stack.</source>
        <translation>%1 Zählerbereiche, %2 Kernel-Launches: kein Bereich hat einen Op-Stapel.</translation>
    </message>
    <message>
        <source>%1 counter ranges, %2 kernel launches: they were matched by position, so ops may belong to other kernels.</source>
        <translation>%1 Zählerbereiche, %2 Kernel-Launches: sie wurden nach ihrer Stelle zugeordnet, Ops können also zu anderen Kerneln gehören.</translation>
    </message>
    <message>
        <source>%1 counter ranges, %2 kernel launches: matched by order with driver calls.</source>
        <translation>%1 Zählerbereiche, %2 Kernel-Launches: nach der Reihenfolge mit Treiberaufrufen zugeordnet.</translation>
    </message>
    <message>
        <source>%1 counter ranges, %2 kernel launches: matched by order of one thread.</source>
        <translation>%1 Zählerbereiche, %2 Kernel-Launches: nach der Reihenfolge eines Threads zugeordnet.</translation>
    </message>
    <message>
        <source>%1 counter ranges, %2 kernel launches: matched by kernel names.</source>
        <translation>%1 Zählerbereiche, %2 Kernel-Launches: nach Kernelnamen zugeordnet.</translation>
    </message>
    <message>
        <source>%1 threads launch kernels; where they do so at once, ops may belong to other kernels.</source>
        <translation>%1 Threads starten Kernel; wo sie es gleichzeitig tun, können Ops zu anderen Kerneln gehören.</translation>
    </message>
    <message>
        <source>There is no roofline to draw: it needs the time, the operations and the memory traffic of each kernel. Record gpu__time_duration.sum, dram__bytes_read.sum and dram__bytes_write.sum beside the instruction counters.</source>
        <translation>Es gibt keine Roofline zu zeichnen: sie braucht die Zeit, die Operationen und den Speicherverkehr jedes Kernels. Zeichnen Sie gpu__time_duration.sum, dram__bytes_read.sum und dram__bytes_write.sum neben den Befehlszählern auf.</translation>
    </message>
    <message>
        <source>The trace does not say which GPU it is of: give %1 (TFLOP/s) and %2 (GB/s) for the roofs.</source>
        <translation>Der Trace sagt nicht, von welcher GPU er ist: geben Sie %1 (TFLOP/s) und %2 (GB/s) für die Dächer an.</translation>
    </message>
    <message>
        <source>The peaks of %3 are not known: give %1 (TFLOP/s) and %2 (GB/s) for the roofs.</source>
        <translation>Die Spitzenwerte von %3 sind nicht bekannt: geben Sie %1 (TFLOP/s) und %2 (GB/s) für die Dächer an.</translation>
    </message>
    <message>
        <source>%1 by kernel</source>
        <translation>%1 nach Kernel</translation>
    </message>
    <message>
        <source>an accelerator of Meta (%1)</source>
        <translation>einem Beschleuniger von Meta (%1)</translation>
    </message>
    <message>
        <source>a GPU of AMD</source>
        <translation>einer GPU von AMD</translation>
    </message>
    <message>
        <source>no hardware counters in this trace: they come from CUPTI, which counts on GPUs of NVIDIA alone, and this was recorded on %1.</source>
        <translation>keine Hardwarezähler in diesem Trace: Sie kommen von CUPTI, das nur auf GPUs von NVIDIA zählt, und dies wurde auf %1 aufgezeichnet.</translation>
    </message>
    <message numerus="yes">
        <source>this is a recording of hardware counters (%1 range of cuda_profiler_range), which holds no times of kernels. The analysis %2 shows them; for the times, record again without counters.</source>
        <comment>this is a recording of hardware counters (%1 ranges of cuda_profiler_range), which holds no times of kernels. The analysis %2 shows them; for the times, record again without counters.</comment>
        <translation>
            <numerusform>dies ist eine Aufzeichnung von Hardwarezählern (%1 Bereich von cuda_profiler_range), die keine Zeiten von Kerneln enthält. Die Analyse %2 zeigt sie; für die Zeiten noch einmal ohne Zähler aufzeichnen.</numerusform>
            <numerusform>dies ist eine Aufzeichnung von Hardwarezählern (%1 Bereiche von cuda_profiler_range), die keine Zeiten von Kerneln enthält. Die Analyse %2 zeigt sie; für die Zeiten noch einmal ohne Zähler aufzeichnen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cupti-row-source</name>
    <message>
        <source>The file holds no such event.</source>
        <translation>Die Datei enthält kein solches Ereignis.</translation>
    </message>
</context>
<context>
    <name>cupti-tables</name>
    <message>
        <source>has no column %1</source>
        <translation>hat keine Spalte %1</translation>
    </message>
    <message>
        <source>has a column &apos;start&apos;, but neither &apos;end&apos; nor &apos;dur&apos;</source>
        <translation>hat eine Spalte &apos;start&apos;, aber weder &apos;end&apos; noch &apos;dur&apos;</translation>
    </message>
    <message>
        <source>%1 is no table of CUPTI activities: it %2.</source>
        <translation>%1 ist keine Tabelle von CUPTI-Aktivitäten: sie %2.</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>%1 does not fit the memory limit.</source>
        <translation>%1 passt nicht in die Speichergrenze.</translation>
    </message>
    <message>
        <source>%1 has no row that can be read: %2.</source>
        <translation>%1 hat keine lesbare Zeile: %2.</translation>
    </message>
</context>
<context>
    <name>discovery</name>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source> Folders in it that seem to hold traces: %1.</source>
        <translation> Ordner darin, die Traces zu enthalten scheinen: %1.</translation>
    </message>
    <message>
        <source>The folder %1 holds no files.</source>
        <translation>Der Ordner %1 enthält keine Dateien.</translation>
    </message>
    <message>
        <source>The folder %1 holds no files, only folders; open one of those.</source>
        <translation>Der Ordner %1 enthält keine Dateien, nur Ordner; öffnen Sie einen davon.</translation>
    </message>
    <message>
        <source>The folder %1 holds no files, only folders.%2</source>
        <translation>Der Ordner %1 enthält keine Dateien, nur Ordner.%2</translation>
    </message>
    <message>
        <source>Cannot list the folder %1: %2.</source>
        <translation>Der Ordner %1 kann nicht aufgelistet werden: %2.</translation>
    </message>
    <message>
        <source>This file is named twice; it is opened once.</source>
        <translation>Diese Datei ist zweimal genannt; sie wird einmal geöffnet.</translation>
    </message>
    <message numerus="yes">
        <source>%1 row cannot be read; %2.</source>
        <comment>%1 rows cannot be read; %2.</comment>
        <translation>
            <numerusform>%1 Zeile kann nicht gelesen werden; %2.</numerusform>
            <numerusform>%1 Zeilen können nicht gelesen werden; %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>as given</source>
        <translation>wie angegeben</translation>
    </message>
    <message>
        <source>file name</source>
        <translation>Dateiname</translation>
    </message>
    <message>
        <source>The file does not say its rank; it is shown as rank %1.</source>
        <translation>Die Datei sagt ihren Rang nicht; sie wird als Rang %1 gezeigt.</translation>
    </message>
    <message>
        <source>%1%2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>None of the %1 files in the folder %2 is a trace; the folders in it are not searched.</source>
        <translation>Keine der %1 Dateien im Ordner %2 ist ein Trace; die Ordner darin werden nicht durchsucht.</translation>
    </message>
    <message>
        <source>None of the %1 files in the folder %2 is a trace.%3</source>
        <translation>Keine der %1 Dateien im Ordner %2 ist ein Trace.%3</translation>
    </message>
    <message>
        <source>This is a raw memory timeline, not a rank; open it on its own.</source>
        <translation>Das ist eine rohe Speicherzeitleiste, kein Rang; öffnen Sie sie für sich.</translation>
    </message>
    <message>
        <source>%1 is JSON but holds no event of a trace: it is no rank.</source>
        <translation>%1 ist JSON, enthält aber kein Ereignis eines Traces: es ist kein Rang.</translation>
    </message>
    <message>
        <source>There is nothing to open.</source>
        <translation>Es gibt nichts zu öffnen.</translation>
    </message>
    <message>
        <source>It was given up for another one: both do not fit the memory limit.</source>
        <translation>Er wurde für einen anderen aufgegeben: Beide passen nicht unter die Speichergrenze.</translation>
    </message>
    <message>
        <source>The trace of rank %1 does not fit the memory limit.</source>
        <translation>Der Trace von Rang %1 passt nicht unter die Speichergrenze.</translation>
    </message>
    <message>
        <source>%1 of %2 ranks are loaded: all together do not fit the memory limit. Figures are about the loaded ones; not loaded are the ranks %3.</source>
        <translation>%1 von %2 Rängen sind geladen: Alle zusammen passen nicht unter die Speichergrenze. Zahlen gelten für die geladenen; nicht geladen sind die Ränge %3.</translation>
    </message>
    <message>
        <source>It does not fit the memory limit beside those that are loaded.</source>
        <translation>Er passt neben denen, die geladen sind, nicht unter die Speichergrenze.</translation>
    </message>
    <message>
        <source>The trace is not the one that its summary was made of: size, beginning or end differ. What is said of this rank is said of the trace.</source>
        <translation>Der Trace ist nicht der, aus dem seine Zusammenfassung gemacht wurde: Größe, Anfang oder Ende sind andere. Was über diesen Rang gesagt wird, sagt der Trace.</translation>
    </message>
    <message>
        <source>Rank %1 (%2) is taken by another trace; this one is shown as rank %3.</source>
        <translation>Rang %1 (%2) hat schon ein anderer Trace; dieser wird als Rang %3 gezeigt.</translation>
    </message>
    <message>
        <source>Traces of process %1 were recorded one after the other, probably as cycles of a profiler&apos;s schedule: each is shown as a rank, but these did not run together.</source>
        <translation>Traces des Prozesses %1 wurden nacheinander aufgezeichnet, wohl als Zyklen eines Profiler-Zeitplans: Jeder wird als Rang gezeigt, sie liefen aber nicht zusammen.</translation>
    </message>
    <message>
        <source>Rank %1 is one trace, and the folder %2 holds %3 files, each a rank: give the number to one of them.</source>
        <translation>Rang %1 ist ein Trace, und der Ordner %2 enthält %3 Dateien, jede ein Rang: Geben Sie die Nummer einer von ihnen.</translation>
    </message>
    <message>
        <source>An empty text names no trace.</source>
        <translation>Ein leerer Text benennt keinen Trace.</translation>
    </message>
    <message>
        <source>Several traces say that they are the same rank: cycles of a profiler&apos;s schedule, or several jobs. Not all of them ran together, so waits between ranks and differences of clocks are told only of those of one recording, opened or chosen alone.</source>
        <translation>Mehrere Traces geben denselben Rang an: Zyklen eines Profiler-Zeitplans oder mehrere Jobs. Nicht alle liefen zusammen; Wartezeiten zwischen Rängen und Unterschiede der Uhren werden daher nur für die einer Aufzeichnung angegeben, die allein geöffnet oder gewählt ist.</translation>
    </message>
    <message>
        <source>The files say that their jobs have different sizes (world_size from %1 to %2). Not all of them ran together, so waits between ranks and differences of clocks are told only of those of one job, opened or chosen alone.</source>
        <translation>Nach den Dateien sind ihre Jobs verschieden groß (world_size von %1 bis %2). Nicht alle liefen zusammen, daher werden Wartezeiten zwischen Rängen und Unterschiede der Uhren nur von denen eines Jobs genannt, allein geöffnet oder gewählt.</translation>
    </message>
    <message numerus="yes">
        <source>%2 files say that their job has %1 rank (world_size). Not all of them ran together, so waits between ranks and differences of clocks are not told.</source>
        <comment>%2 files say that their job has %1 ranks (world_size). Not all of them ran together, so waits between ranks and differences of clocks are told only of those of one job, opened or chosen alone.</comment>
        <translation>
            <numerusform>%2 Dateien sagen, dass ihr Job %1 Rang hat (world_size). Nicht alle davon liefen zusammen; Wartezeiten zwischen Rängen und Unterschiede der Uhren werden daher nicht genannt.</numerusform>
            <numerusform>%2 Dateien sagen, dass ihr Job %1 Ränge hat (world_size). Nicht alle davon liefen zusammen; Wartezeiten zwischen Rängen und Unterschiede der Uhren werden daher nur von denen eines Jobs genannt, die allein geöffnet oder gewählt sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file holds the same recording as another one, of the same rank: waits between ranks and differences of clocks are told without it, where the others are opened or chosen alone.</source>
        <comment>%1 files hold the same recordings as others, of the same ranks: waits between ranks and differences of clocks are told without them, where the others are opened or chosen alone.</comment>
        <translation>
            <numerusform>%1 Datei enthält dieselbe Aufzeichnung wie eine andere, vom selben Rang: Wartezeiten zwischen Rängen und Unterschiede der Uhren werden ohne sie genannt, wenn die anderen allein geöffnet oder gewählt sind.</numerusform>
            <numerusform>%1 Dateien enthalten dieselben Aufzeichnungen wie andere, von denselben Rängen: Wartezeiten zwischen Rängen und Unterschiede der Uhren werden ohne sie genannt, wenn die anderen allein geöffnet oder gewählt sind.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duration-concentration</name>
    <message>
        <source>%1: %2 is none of %3.</source>
        <translation>%1: %2 ist keines von %3.</translation>
    </message>
    <message>
        <source>%1 takes two names at most.</source>
        <translation>%1 nimmt höchstens zwei Namen.</translation>
    </message>
    <message>
        <source>No kernel, copy or API call in this scope; record with %1.</source>
        <translation>Kein Kernel, keine Kopie und kein API-Aufruf in diesem Umfang; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>No kernel, copy or API call in this scope.</source>
        <translation>Kein Kernel, keine Kopie und kein API-Aufruf in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>efficiency</name>
    <message>
        <source>a FORMULA rule names %1, which has no formula.</source>
        <translation>eine FORMULA-Regel nennt %1, für das es keine Formel gibt.</translation>
    </message>
    <message>
        <source>%1 of the time from the first to the last GPU work is softmax between two batched matrix products, as in attention that is not fused: fused attention (%2) does not write the scores to memory.</source>
        <translation>%1 der Zeit von der ersten bis zur letzten GPU-Arbeit ist Softmax zwischen zwei gebündelten Matrixprodukten, wie in nicht verschmolzener Attention: Verschmolzene Attention (%2) schreibt die Scores nicht in den Speicher.</translation>
    </message>
    <message>
        <source>the shapes of ops could not be read: %1</source>
        <translation>die Formen der Ops ließen sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>operations or bytes are known for %1 of the GPU time without communication and copies to and from the host; the rest has rows without figures, with the reason.</source>
        <translation>Operationen oder Bytes sind für %1 der GPU-Zeit ohne Kommunikation und Kopien von und zum Host bekannt; der Rest hat Zeilen ohne Werte, mit dem Grund.</translation>
    </message>
    <message>
        <source>%1 of the GPU time without communication and copies to and from the host is replayed by CUDA graphs, whose kernels have no op and no shapes; record the capture of the graph, or a step without graphs.</source>
        <translation>%1 der GPU-Zeit ohne Kommunikation und Kopien von und zum Host spielen CUDA-Graphen ab, deren Kernel weder Op noch Formen haben; die Aufnahme des Graphen aufzeichnen oder einen Schritt ohne Graphen.</translation>
    </message>
    <message>
        <source>%1 of the GPU time without communication and copies to and from the host is of work whose launch is not in the file, so its op is not known.</source>
        <translation>%1 der GPU-Zeit ohne Kommunikation und Kopien von und zum Host gehört Arbeit, deren Start nicht in der Datei steht; ihr Op ist deshalb nicht bekannt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 call is cut by the scope: it counts operations and bytes in proportion to what is left of its kernel time.</source>
        <comment>%1 calls are cut by the scope: they count operations and bytes in proportion to what is left of their kernel time.</comment>
        <translation>
            <numerusform>%1 Aufruf ist vom Umfang abgeschnitten: Er zählt Operationen und Bytes im Verhältnis zu dem, was von seiner Kernelzeit übrig ist.</numerusform>
            <numerusform>%1 Aufrufe sind vom Umfang abgeschnitten: Sie zählen Operationen und Bytes im Verhältnis zu dem, was von ihrer Kernelzeit übrig ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>the file does not say which GPU this is: give %1 (TFLOP/s) and %2 (GB/s) for shares of the peak.</source>
        <translation>die Datei sagt nicht, welche GPU das ist: Für Anteile am Spitzenwert %1 (TFLOP/s) und %2 (GB/s) angeben.</translation>
    </message>
    <message>
        <source>the peaks of %3 are not known: give %1 (TFLOP/s) and %2 (GB/s) for shares of the peak.</source>
        <translation>die Spitzenwerte von %3 sind nicht bekannt: Für Anteile am Spitzenwert %1 (TFLOP/s) und %2 (GB/s) angeben.</translation>
    </message>
    <message>
        <source>the file does not say whether batch norms ran in training; they are counted as if they did.</source>
        <translation>die Datei sagt nicht, ob Batch-Normen im Training liefen; sie zählen so, als ob.</translation>
    </message>
    <message>
        <source>%1 of the matrix operations are of a type whose peak is not known and are left out of MFU and HFU.</source>
        <translation>%1 der Matrixoperationen sind von einem Typ, dessen Spitzenwert nicht bekannt ist, und fehlen in MFU und HFU.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 takes one number of TFLOP/s, or numbers by type as in %2: not %3.</source>
        <translation>%1 nimmt eine Zahl in TFLOP/s oder Zahlen je Typ wie in %2: nicht %3.</translation>
    </message>
    <message>
        <source>a DEVICE rule takes figures as in %1: not %2.</source>
        <translation>eine DEVICE-Regel nimmt Werte wie in %1: nicht %2.</translation>
    </message>
    <message>
        <source>calls of the category %1, of all shapes together, are small: the device&apos;s peaks allow %2 for one on average, and each takes %3. Together their kernel time is %4 of the time from the first to the last GPU work; such calls are worth fusing, batching or putting into a CUDA graph.</source>
        <translation>Aufrufe der Kategorie %1, alle Formen zusammen, sind klein: Die Spitzenwerte des Geräts erlauben für einen im Mittel %2, und jeder dauert %3. Zusammen ist ihre Kernelzeit %4 der Zeit von der ersten bis zur letzten GPU-Arbeit; solche Aufrufe zu verschmelzen, zu bündeln oder in einen CUDA-Graphen zu legen lohnt sich.</translation>
    </message>
    <message>
        <source>calls of the category %1, of all shapes together, reach %2 of the speed that the device&apos;s peaks allow. Their kernel time is %3 of the time from the first to the last GPU work.</source>
        <translation>Aufrufe der Kategorie %1, alle Formen zusammen, erreichen %2 der Geschwindigkeit, die die Spitzenwerte des Geräts erlauben. Ihre Kernelzeit ist %3 der Zeit von der ersten bis zur letzten GPU-Arbeit.</translation>
    </message>
    <message>
        <source>there is no formula for it</source>
        <translation>es gibt keine Formel dafür</translation>
    </message>
    <message>
        <source>it was recorded without shapes</source>
        <translation>es wurde ohne Formen aufgezeichnet</translation>
    </message>
    <message>
        <source>the types of its tensors were not recorded</source>
        <translation>die Typen seiner Tensoren wurden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>numbers that its output follows from were not recorded</source>
        <translation>Zahlen, aus denen seine Ausgabe folgt, wurden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>the lengths of its sequences are not in the file</source>
        <translation>die Längen seiner Sequenzen stehen nicht in der Datei</translation>
    </message>
    <message>
        <source>which weights work on which rows is not in the file</source>
        <translation>welche Gewichte auf welche Zeilen wirken, steht nicht in der Datei</translation>
    </message>
    <message>
        <source>its attention looks at a sliding window, for which there is no formula</source>
        <translation>seine Attention sieht ein gleitendes Fenster, und dafür gibt es keine Formel</translation>
    </message>
    <message>
        <source>no kernel tells the type of its tensors</source>
        <translation>kein Kernel verrät den Typ seiner Tensoren</translation>
    </message>
    <message>
        <source>its formula in the rules file makes no figure of these arguments</source>
        <translation>seine Formel in der Regeldatei macht aus diesen Argumenten keine Zahl</translation>
    </message>
    <message>
        <source>a FORMULA rule takes %1 or %2, %3 and %4, each once: not %5.</source>
        <translation>eine FORMULA-Regel nimmt %1 oder %2, %3 und %4, jedes einmal: nicht %5.</translation>
    </message>
    <message>
        <source>a FORMULA rule knows the arguments of an op as %1 (a dimension), %2 (elements), %3 (bytes) and %4 (a number): not %5.</source>
        <translation>eine FORMULA-Regel kennt die Argumente einer Op als %1 (eine Dimension), %2 (Elemente), %3 (Bytes) und %4 (eine Zahl): nicht %5.</translation>
    </message>
    <message>
        <source>a FORMULA rule without operations and bytes: %1.</source>
        <translation>eine FORMULA-Regel ohne Operationen und Bytes: %1.</translation>
    </message>
    <message>
        <source>the shapes %1</source>
        <translation>den Formen %1</translation>
    </message>
    <message>
        <source>the shapes %1 of the types %2</source>
        <translation>den Formen %1 der Typen %2</translation>
    </message>
    <message>
        <source>calls of %1 with %2 are small: the device&apos;s peaks allow %3 for one, and each takes %4 on average. Together their kernel time is %5 of the time from the first to the last GPU work; such calls are worth fusing, batching or putting into a CUDA graph.</source>
        <translation>Aufrufe von %1 mit %2 sind klein: Die Spitzenwerte des Geräts erlauben %3 für einen, und jeder dauert im Mittel %4. Zusammen ist ihre Kernelzeit %5 der Zeit von der ersten bis zur letzten GPU-Arbeit; solche Aufrufe lohnt es zu verschmelzen, zu bündeln oder in einen CUDA-Graphen zu legen.</translation>
    </message>
    <message>
        <source>calls of %1 with %2 reach %3 of the speed that the device&apos;s peaks allow. Their kernel time is %4 of the time from the first to the last GPU work, and %5 above the shortest possible.</source>
        <translation>Aufrufe von %1 mit %2 erreichen %3 des Tempos, das die Spitzenwerte des Geräts erlauben. Ihre Kernelzeit ist %4 der Zeit von der ersten bis zur letzten GPU-Arbeit und liegt %5 über der kürzestmöglichen.</translation>
    </message>
    <message>
        <source>its bytes are an estimate, which is not held against them</source>
        <translation>ihre Bytes sind eine Schätzung, die nicht an ihnen gemessen wird</translation>
    </message>
    <message>
        <source>%1 of the GPU work cannot be held against the device&apos;s peaks; of ops most time is in calls of %2, whose kernel time is %3 of the time from the first to the last GPU work.</source>
        <translation>%1 der GPU-Arbeit lassen sich nicht an den Spitzenwerten des Geräts messen; von den Ops am meisten Zeit liegt in Aufrufen von %2, deren Kernelzeit %3 der Zeit von der ersten bis zur letzten GPU-Arbeit ist.</translation>
    </message>
    <message>
        <source>%1 of the GPU work cannot be held against the device&apos;s peaks; of ops most time is in calls of %2, whose kernel time is %3 of the time from the first to the last GPU work: %4.</source>
        <translation>%1 der GPU-Arbeit lassen sich nicht an den Spitzenwerten des Geräts messen; von den Ops am meisten Zeit liegt in Aufrufen von %2, deren Kernelzeit %3 der Zeit von der ersten bis zur letzten GPU-Arbeit ist: %4.</translation>
    </message>
    <message>
        <source>%1 of the GPU time without communication and copies to and from the host is of ops with a formula but without shapes; record with %2.</source>
        <translation>%1 der GPU-Zeit ohne Kommunikation und Kopien von und zum Host gehört Ops mit Formel, aber ohne Formen; mit %2 aufzeichnen.</translation>
    </message>
    <message>
        <source>%1 of %2 calls, with %3 of their kernel time, ran faster than the roofline allows: algorithms that need fewer operations (winograd, fft), data that is still in a cache, times in whole microseconds, or a kernel of another precision than the tensors have. Shares above 100 % are left as they are.</source>
        <translation>%1 von %2 Aufrufen, mit %3 ihrer Kernelzeit, liefen schneller, als die Dachlinie erlaubt: Verfahren mit weniger Operationen (Winograd, FFT), Daten, die noch in einem Cache liegen, Zeiten in ganzen Mikrosekunden oder ein Kernel mit anderer Genauigkeit als die Tensoren. Anteile über 100 % bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>the GPU works longer for what %1 of %2 steps launched than the host is in them: it ran ahead. Their MFU is over that time of the host and says more than the GPU reaches, possibly more than 100 %. Over time of the GPU it is in the steps of Efficiency, of each step with %3 set to gpu and in the row of all.</source>
        <translation>die GPU arbeitet an dem, was %1 von %2 Schritten gestartet haben, länger, als der Host in ihnen ist: Er war voraus. Ihre MFU bezieht sich auf diese Zeit des Hosts und sagt mehr, als die GPU erreicht, womöglich mehr als 100 %. Auf Zeit der GPU bezogen steht sie in den Schritten von „Effizienz“: je Schritt mit %3 auf gpu, und in der Zeile von allem.</translation>
    </message>
    <message>
        <source>hardware counters were recorded too: the analysis %1 holds against the peaks what they counted, not what shapes say.</source>
        <translation>Hardwarezähler wurden auch aufgezeichnet: Die Analyse %1 vergleicht mit den Spitzenwerten, was sie gezählt haben, nicht was Formen sagen.</translation>
    </message>
    <message>
        <source>the model FLOPs utilization (MFU) is not known: no shapes of ops were recorded; record with %1.</source>
        <translation>wie weit die Spitzenwerte genutzt werden (MFU), ist nicht bekannt: Formen von Ops wurden nicht aufgezeichnet; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>the model FLOPs utilization (MFU) is not known: the peaks of the device, or of the types of its matrix work, are not known. A DEVICE line in the rules file can give them.</source>
        <translation>wie weit die Spitzenwerte genutzt werden (MFU), ist nicht bekannt: Die Spitzenwerte des Geräts oder der Typen seiner Matrixarbeit sind nicht bekannt. Eine Zeile DEVICE in der Regeldatei kann sie angeben.</translation>
    </message>
    <message>
        <source>the model FLOPs utilization (MFU) is not known: no matrix product, convolution or attention with known operations was launched by an op.</source>
        <translation>wie weit die Spitzenwerte genutzt werden (MFU), ist nicht bekannt: Keine Op hat ein Matrixprodukt, eine Faltung oder Attention mit bekannten Operationen gestartet.</translation>
    </message>
    <message>
        <source>the model FLOPs utilization (MFU) is not known: for less than half of the GPU time the operations or bytes are known. Efficiency says why.</source>
        <translation>wie weit die Spitzenwerte genutzt werden (MFU), ist nicht bekannt: Für weniger als die Hälfte der GPU-Zeit sind Operationen oder Bytes bekannt. „Effizienz“ sagt, warum.</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>This was stopped.</source>
        <translation>Das wurde angehalten.</translation>
    </message>
    <message>
        <source>There is not enough memory.</source>
        <translation>Der Speicher reicht nicht.</translation>
    </message>
</context>
<context>
    <name>event-text</name>
    <message>
        <source>%1 has changed since it was loaded.</source>
        <translation>%1 hat sich geändert, seit es geladen wurde.</translation>
    </message>
</context>
<context>
    <name>event-text-source</name>
    <message>
        <source>The file holds no such event.</source>
        <translation>Die Datei enthält kein solches Ereignis.</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>There is no folder %1.</source>
        <translation>Es gibt keinen Ordner %1.</translation>
    </message>
    <message>
        <source>%1 ranks do not go into one file: name a folder, or one rank.</source>
        <translation>%1 Ränge passen nicht in eine Datei: nennen Sie einen Ordner oder einen Rang.</translation>
    </message>
    <message>
        <source>There is no rank %1.</source>
        <translation>Es gibt keinen Rang %1.</translation>
    </message>
    <message>
        <source>%1 was loaded only as far as the memory limit allowed.</source>
        <translation>%1 wurde nur so weit geladen, wie die Speichergrenze zuließ.</translation>
    </message>
    <message>
        <source>The export %1</source>
        <translation>Der Export %1</translation>
    </message>
    <message>
        <source>HTA has no counterpart of the export %1: it runs in exact mode only.</source>
        <translation>HTA hat kein Gegenstück zum Export %1: er läuft nur im exakten Modus.</translation>
    </message>
    <message>
        <source>The export %1 writes whole traces: steps and a range belong to trim.</source>
        <translation>Der Export %1 schreibt ganze Traces: Schritte und ein Zeitbereich gehören zu trim.</translation>
    </message>
    <message>
        <source>An export takes all streams: %1 belongs to analyses.</source>
        <translation>Ein Export nimmt alle Streams: %1 gehört zu Analysen.</translation>
    </message>
    <message>
        <source>%1 Written before that: %2.</source>
        <translation>%1 Davor geschrieben: %2.</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Some kernels of %1 say nothing of their %2: it gets no such counter.</source>
        <translation>Einige Kernel von %1 sagen nichts über: %2; dort gibt es keinen solchen Zähler.</translation>
    </message>
    <message>
        <source>HTA has no counter %1: it belongs to exact mode.</source>
        <translation>HTA hat keinen Zähler %1: er gehört zum exakten Modus.</translation>
    </message>
    <message>
        <source>None of the chains that are marked is on rank %1 with these parameters.</source>
        <translation>Keine der markierten Ketten ist mit diesen Parametern auf Rang %1.</translation>
    </message>
    <message>
        <source>No op %1 launches enough kernels, or there is none.</source>
        <translation>Keine Op %1 startet genug Kernel, oder es gibt keine.</translation>
    </message>
    <message>
        <source>HTA has no lanes: %1 belongs to exact mode.</source>
        <translation>HTA hat keine Bahnen: %1 gehört zum exakten Modus.</translation>
    </message>
    <message>
        <source>%1 has too many different names for a dictionary: do not compress (%2).</source>
        <translation>%1 hat zu viele verschiedene Namen für ein Verzeichnis: verzichten Sie auf das Komprimieren (%2).</translation>
    </message>
    <message>
        <source>nothing of it lies there.</source>
        <translation>nichts davon liegt dort.</translation>
    </message>
    <message>
        <source>%1 of %2 slices stay.</source>
        <translation>%1 von %2 Slices bleiben.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of them is device work that does not belong to the chosen part but runs before the part&apos;s last work ends. It stays, with its launch calls: without it that time would look idle.</source>
        <comment>%1 of them are device work that does not belong to the chosen part but runs before the part&apos;s last work ends. It stays, with its launch calls: without it that time would look idle.</comment>
        <translation>
            <numerusform>%1 davon ist Gerätearbeit, die nicht zum gewählten Teil gehört, aber läuft, bevor dessen letzte Arbeit endet. Sie bleibt mit ihren Launch-Aufrufen: ohne sie sähe diese Zeit nach Leerlauf aus.</numerusform>
            <numerusform>%1 davon sind Gerätearbeit, die nicht zum gewählten Teil gehört, aber läuft, bevor dessen letzte Arbeit endet. Sie bleibt mit ihren Launch-Aufrufen: ohne sie sähe diese Zeit nach Leerlauf aus.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is no trace in JSON: there are no events to copy into another one.</source>
        <translation>%1 ist kein Trace in JSON: es gibt keine Ereignisse, die in einen anderen kopiert werden könnten.</translation>
    </message>
    <message>
        <source>There is not enough memory for the export.</source>
        <translation>Für den Export ist nicht genug Speicher da.</translation>
    </message>
    <message>
        <source>Rank %1 has no critical path: it has no such annotation, or no recorded time.</source>
        <translation>Rang %1 hat keinen kritischen Pfad: Er hat keine solche Annotation oder keine aufgezeichnete Zeit.</translation>
    </message>
    <message>
        <source>%1 Rank %2: %3</source>
        <translation>%1 Rang %2: %3</translation>
    </message>
    <message>
        <source>No series is chosen: %1 and %2 are off, and no other is on.</source>
        <translation>Keine Reihe ist gewählt: %1 und %2 sind aus, und keine andere ist an.</translation>
    </message>
    <message numerus="yes">
        <source>%1 rank on the clock of rank %2.</source>
        <comment>%1 ranks on the clock of rank %2.</comment>
        <translation>
            <numerusform>%1 Rang auf der Uhr von Rang %2.</numerusform>
            <numerusform>%1 Ränge auf der Uhr von Rang %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%2 ranks in one file. How far the clock of %1 of them is from that of rank %3 is not known: the times of rank %4 are those of its file.</source>
        <comment>%2 ranks in one file. How far the clocks of %1 of them are from that of rank %3 is not known: the times of ranks %4 are those of their files.</comment>
        <translation>
            <numerusform>%2 Ränge in einer Datei. Wie weit die Uhr von %1 davon von der des Rangs %3 abweicht, ist nicht bekannt: Die Zeiten von Rang %4 sind die seiner Datei.</numerusform>
            <numerusform>%2 Ränge in einer Datei. Wie weit die Uhren von %1 davon von der des Rangs %3 abweichen, ist nicht bekannt: Die Zeiten der Ränge %4 sind die ihrer Dateien.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 reaches beyond what was recorded, from %3 to %4: no more than that is kept.</source>
        <translation>%1: %2 reicht über das Aufgezeichnete von %3 bis %4 hinaus: Mehr als das wird nicht behalten.</translation>
    </message>
    <message>
        <source>The system gives no thread for the export: its limit of processes is reached.</source>
        <translation>Das System gibt keinen Thread für den Export her: Die Höchstzahl der Prozesse ist erreicht.</translation>
    </message>
</context>
<context>
    <name>export-targets</name>
    <message>
        <source>There is no rank to write.</source>
        <translation>Es gibt keinen Rang zu schreiben.</translation>
    </message>
</context>
<context>
    <name>files</name>
    <message>
        <source>Cannot write %1: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>this is not the name of a file</source>
        <translation>das ist kein Name einer Datei</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>it is the file that is being read</source>
        <translation>es ist die Datei, die gelesen wird</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <translation>der Ordner dazu existiert nicht</translation>
    </message>
    <message>
        <source>it is not a regular file any more</source>
        <translation>es ist keine gewöhnliche Datei mehr</translation>
    </message>
    <message>
        <source>its folder is gone</source>
        <translation>der Ordner dazu ist weg</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>Es gibt keine Datei %1.</translation>
    </message>
    <message>
        <source>No permission to read %1.</source>
        <translation>Keine Berechtigung, %1 zu lesen.</translation>
    </message>
    <message>
        <source>%1 is a symbolic link that leads to itself.</source>
        <translation>%1 ist ein symbolischer Verweis auf sich selbst.</translation>
    </message>
    <message>
        <source>%1 is not a regular file.</source>
        <translation>%1 ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>The name of %1... is too long.</source>
        <translation>Der Name von %1... ist zu lang.</translation>
    </message>
    <message>
        <source>Cannot open %1: %2.</source>
        <translation>%1 kann nicht geöffnet werden: %2.</translation>
    </message>
    <message>
        <source>A file name cannot hold a NUL byte.</source>
        <translation>Ein Dateiname kann kein Nullbyte enthalten.</translation>
    </message>
    <message>
        <source>Cannot examine %1: %2.</source>
        <translation>%1 kann nicht untersucht werden: %2.</translation>
    </message>
    <message>
        <source>%1 is a folder.</source>
        <translation>%1 ist ein Ordner.</translation>
    </message>
    <message>
        <source>Cannot read %1.</source>
        <translation>%1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Reading %1 failed: %2.</source>
        <translation>Das Lesen von %1 ist fehlgeschlagen: %2.</translation>
    </message>
    <message>
        <source>its folder takes no new files</source>
        <translation>sein Ordner nimmt keine neuen Dateien auf</translation>
    </message>
    <message>
        <source>it is a file that a program has open, and would be replaced</source>
        <translation>es ist eine Datei, die ein Programm geöffnet hat, und würde ersetzt</translation>
    </message>
</context>
<context>
    <name>formula</name>
    <message>
        <source>The formula %1 defines %2, which is there already.</source>
        <translation>Die Formel %1 definiert %2, das es schon gibt.</translation>
    </message>
    <message>
        <source>The formula %1 uses %2, which was not recorded. There are: %3.</source>
        <translation>Die Formel %1 benutzt %2, das nicht aufgezeichnet wurde. Es gibt: %3.</translation>
    </message>
    <message>
        <source>The formula %1 uses %2, which was not recorded; did you mean %3? There are: %4.</source>
        <translation>Die Formel %1 benutzt %2, das nicht aufgezeichnet wurde; meinten Sie %3? Es gibt: %4.</translation>
    </message>
    <message>
        <source>NAME=EXPRESSION is expected</source>
        <translation>NAME=AUSDRUCK wird erwartet</translation>
    </message>
    <message>
        <source>this &apos;(&apos; has no &apos;)&apos;</source>
        <translation>zu diesem &apos;(&apos; fehlt &apos;)&apos;</translation>
    </message>
    <message>
        <source>a number, a name or &apos;(&apos; is expected</source>
        <translation>eine Zahl, ein Name oder &apos;(&apos; wird erwartet</translation>
    </message>
    <message>
        <source>In the formula &apos;%1&apos;, character %2: %3.</source>
        <translation>In der Formel &apos;%1&apos;, Zeichen %2: %3.</translation>
    </message>
    <message>
        <source>a name in quotes is expected</source>
        <translation>ein Name in Anführungszeichen wird erwartet</translation>
    </message>
    <message>
        <source>this &apos;)&apos; has no &apos;(&apos;</source>
        <translation>zu diesem &apos;)&apos; fehlt &apos;(&apos;</translation>
    </message>
    <message>
        <source>+, -, *, / or &apos;)&apos; is expected</source>
        <translation>+, -, *, / oder &apos;)&apos; wird erwartet</translation>
    </message>
</context>
<context>
    <name>gpu-work</name>
    <message>
        <source>no GPU work in this scope.</source>
        <translation>keine GPU-Arbeit in diesem Umfang.</translation>
    </message>
    <message>
        <source>no GPU work was recorded; record with %1 to have some.</source>
        <translation>es wurde keine GPU-Arbeit aufgezeichnet; zeichnen Sie mit %1 auf, um welche zu haben.</translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity has impossible times, left out here.</source>
        <comment>%1 GPU activities have impossible times, left out here.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität hat unmögliche Zeiten und ist hier weggelassen.</numerusform>
            <numerusform>%1 GPU-Aktivitäten haben unmögliche Zeiten und sind hier weggelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity has no launch in the file: what counts is the step of the start.</source>
        <comment>%1 GPU activities have no launch in the file: what counts is the step of the start.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität hat keinen Launch in der Datei: es zählt der Schritt des Anfangs.</numerusform>
            <numerusform>%1 GPU-Aktivitäten haben keinen Launch in der Datei: es zählt der Schritt des Anfangs.</numerusform>
        </translation>
    </message>
    <message>
        <source>no GPU work was recorded: a program that uses no GPU, or a recording without %1.</source>
        <translation>keine GPU-Arbeit aufgezeichnet: ein Programm, das keine GPU nutzt, oder eine Aufzeichnung ohne %1.</translation>
    </message>
    <message>
        <source>no GPU work is in the part of the file that could be read: it is cut or damaged.</source>
        <translation>in dem lesbaren Teil der Datei ist keine GPU-Arbeit: Sie ist abgeschnitten oder beschädigt.</translation>
    </message>
    <message>
        <source>no GPU work lies in the part to which the file was trimmed.</source>
        <translation>in dem Teil, auf den die Datei zugeschnitten wurde, liegt keine GPU-Arbeit.</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 slice of other processes (%2) has no category that is known here</source>
        <comment>%1 slices of other processes (%2) have no category that is known here</comment>
        <translation>
            <numerusform>%1 Slice anderer Prozesse (%2) hat keine hier bekannte Kategorie</numerusform>
            <numerusform>%1 Slices anderer Prozesse (%2) haben keine hier bekannte Kategorie</numerusform>
        </translation>
    </message>
    <message>
        <source>others</source>
        <translation>weitere</translation>
    </message>
    <message>
        <source>nothing in the file says that it is GPU work, but %1: some may be the work of a device, which is in no figure then.</source>
        <translation>nichts in der Datei sagt, dass es GPU-Arbeit ist, aber %1: Einige davon können die Arbeit eines Geräts sein, die dann in keiner Zahl steckt.</translation>
    </message>
    <message>
        <source>no GPU work was recorded, though collectives of GPUs (nccl) were: it is a recording without %1.</source>
        <translation>es wurde keine GPU-Arbeit aufgezeichnet, obwohl Kollektivoperationen von GPUs (nccl) es wurden: Es ist eine Aufzeichnung ohne %1.</translation>
    </message>
    <message>
        <source>no GPU work was recorded: files that PyTorch writes without Kineto have none.</source>
        <translation>keine GPU-Arbeit wurde aufgezeichnet: Dateien, die PyTorch ohne Kineto schreibt, haben keine.</translation>
    </message>
    <message>
        <source>no GPU work is in the file, nor an op, call, annotation or Python frame as PyTorch records them: another program may have written it, or nothing ran meanwhile.</source>
        <translation>in der Datei ist keine GPU-Arbeit, auch keine Op, kein Aufruf, keine Annotation und kein Python-Frame, wie PyTorch sie aufzeichnet: Vielleicht hat ein anderes Programm sie geschrieben, oder währenddessen lief nichts.</translation>
    </message>
    <message>
        <source>no GPU work is in the summary.</source>
        <translation>in der Zusammenfassung ist keine GPU-Arbeit.</translation>
    </message>
</context>
<context>
    <name>heat-map</name>
    <message>
        <source>%1 · median</source>
        <translation>%1 · Median</translation>
    </message>
    <message>
        <source>%1 · worst</source>
        <translation>%1 · schlechtester</translation>
    </message>
</context>
<context>
    <name>host-tree</name>
    <message>
        <source>%1: there is no kind %2; the kinds are ops, annotations, calls and python.</source>
        <translation>%1: es gibt keine Art %2; die Arten sind ops, annotations, calls und python.</translation>
    </message>
    <message>
        <source>%1: name at least one of ops, annotations, calls and python.</source>
        <translation>%1: nennen Sie mindestens eines von ops, annotations, calls und python.</translation>
    </message>
</context>
<context>
    <name>hta</name>
    <message>
        <source>HTA finds no window: rank %1 has no annotation number %2 (from 0) with %3 in its name.</source>
        <translation>HTA findet kein Fenster: Rang %1 hat keine Annotation Nummer %2 (von 0 an) mit %3 im Namen.</translation>
    </message>
    <message>
        <source>HTA refuses the graph of rank %1: work of a stream waits for work of the same stream.</source>
        <translation>HTA lehnt den Graphen von Rang %1 ab: Arbeit eines Streams wartet auf Arbeit desselben Streams.</translation>
    </message>
    <message>
        <source>HTA refuses the graph of rank %1: it has a cycle.</source>
        <translation>HTA lehnt den Graphen von Rang %1 ab: er hat einen Kreis.</translation>
    </message>
    <message>
        <source>HTA stops here: the window of rank %1 has no op, call or kernel that it joins to another.</source>
        <translation>HTA hört hier auf: das Fenster von Rang %1 hat keine Op, keinen Aufruf und keinen Kernel, die es mit einem anderen verbindet.</translation>
    </message>
    <message>
        <source>The hta mode needs %1.</source>
        <translation>Der Modus hta braucht %1.</translation>
    </message>
    <message>
        <source>HTA stops here: no step has a long kernel named ncclKernel... on two ranks or more.</source>
        <translation>HTA hört hier auf: kein Schritt hat auf zwei oder mehr Rängen einen langen Kernel namens ncclKernel...</translation>
    </message>
    <message>
        <source>%1: HTA compares equal names only.</source>
        <translation>%1: HTA vergleicht nur gleiche Namen.</translation>
    </message>
    <message>
        <source>%1 belongs to exact mode: HTA has no such choice.</source>
        <translation>%1 gehört zum exakten Modus: HTA hat keine solche Wahl.</translation>
    </message>
    <message>
        <source>%1 counter ranges and %2 launches; HTA gives nothing then.</source>
        <translation>%1 Zählerbereiche und %2 Launches; HTA gibt dann nichts aus.</translation>
    </message>
    <message>
        <source>Rank %1 has other counters; ask for it alone.</source>
        <translation>Rang %1 hat andere Zähler; fragen Sie ihn allein ab.</translation>
    </message>
    <message>
        <source>HTA reads the raw memory timeline file only, and this is none.</source>
        <translation>HTA liest nur die Datei der rohen Speicherzeitleiste, und das ist keine.</translation>
    </message>
</context>
<context>
    <name>idle-causes</name>
    <message>
        <source>no device is idle in this scope.</source>
        <translation>Kein Gerät ist in diesem Umfang untätig.</translation>
    </message>
    <message>
        <source>no device is idle between its first and its last GPU work.</source>
        <translation>Kein Gerät ist zwischen seiner ersten und seiner letzten GPU-Arbeit untätig.</translation>
    </message>
    <message>
        <source>its GPU work has no length: there is no time in which a device could be idle.</source>
        <translation>Die GPU-Arbeit hat keine Länge: Es gibt keine Zeit, in der ein Gerät untätig sein könnte.</translation>
    </message>
</context>
<context>
    <name>idle-time</name>
    <message numerus="yes">
        <source>%1 gap ends with work whose launch is not in the file; record with %2 to learn its cause.</source>
        <comment>%1 gaps end with work whose launch is not in the file; record with %2 to learn their cause.</comment>
        <translation>
            <numerusform>%1 Lücke endet mit Arbeit, deren Launch nicht in der Datei ist; zeichnen Sie mit %2 auf, um ihre Ursache zu erfahren.</numerusform>
            <numerusform>%1 Lücken enden mit Arbeit, deren Launch nicht in der Datei ist; zeichnen Sie mit %2 auf, um ihre Ursache zu erfahren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 gap ends with work whose launch is not in the file, though launches of other work are: its cause is not known.</source>
        <comment>%1 gaps end with work whose launch is not in the file, though launches of other work are: their cause is not known.</comment>
        <translation>
            <numerusform>%1 Lücke endet mit Arbeit, deren Launch nicht in der Datei ist, obwohl Launches anderer Arbeit es sind: Ihre Ursache ist nicht bekannt.</numerusform>
            <numerusform>%1 Lücken enden mit Arbeit, deren Launch nicht in der Datei ist, obwohl Launches anderer Arbeit es sind: Ihre Ursache ist nicht bekannt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of the %2 longest gaps is a part of a longer one that reaches out of the chosen steps or range: what is listed is the part.</source>
        <comment>%1 of the %2 longest gaps are parts of longer ones that reach out of the chosen steps or range: what is listed are the parts, of which several may be of one gap.</comment>
        <translation>
            <numerusform>%1 der %2 längsten Lücken ist Teil einer längeren, die aus den gewählten Schritten oder dem Zeitbereich hinausreicht: Aufgeführt ist der Teil.</numerusform>
            <numerusform>%1 der %2 längsten Lücken sind Teile längerer, die aus den gewählten Schritten oder dem Zeitbereich hinausreichen: Aufgeführt sind die Teile, von denen mehrere zu einer Lücke gehören können.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 gap ends with work whose launch is not in the file, which is a part of a recording: its cause is not known.</source>
        <comment>%1 gaps end with work whose launch is not in the file, which is a part of a recording: their cause is not known.</comment>
        <translation>
            <numerusform>%1 Lücke endet mit Arbeit, deren Launch nicht in der Datei ist, die ein Teil einer Aufzeichnung ist: Ihre Ursache ist nicht bekannt.</numerusform>
            <numerusform>%1 Lücken enden mit Arbeit, deren Launch nicht in der Datei ist, die ein Teil einer Aufzeichnung ist: Ihre Ursache ist nicht bekannt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>import</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 (%2 times).</source>
        <translation>%1 (%2-mal).</translation>
    </message>
    <message numerus="yes">
        <source>%1 event lost to damage, %2 repaired.</source>
        <comment>%1 events lost to damage, %2 repaired.</comment>
        <translation>
            <numerusform>%1 Ereignis durch Beschädigung verloren, %2 repariert.</numerusform>
            <numerusform>%1 Ereignisse durch Beschädigung verloren, %2 repariert.</numerusform>
        </translation>
    </message>
    <message>
        <source>It was read with repairs.</source>
        <translation>Beim Lesen wurde repariert.</translation>
    </message>
    <message>
        <source>The memory limit stopped the load after %1 of text; what follows was not read.</source>
        <translation>Die Speichergrenze hat das Laden nach %1 Text angehalten; was folgt, wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>There are more than %1 tracks; further ones share one track of each kind.</source>
        <translation>Es sind mehr als %1 Spuren; weitere teilen sich eine Spur je Art.</translation>
    </message>
    <message>
        <source>The limit of how far compressed data may expand stopped the load after %1 of text; what follows was not read.</source>
        <translation>Die Grenze, wie weit komprimierte Daten wachsen dürfen, hat das Laden nach %1 Text angehalten; was folgt, wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>The limit of gzip members in one file stopped the load after %1 of text; what follows was not read.</source>
        <translation>Die Grenze für gzip-Teile in einer Datei hat das Laden nach %1 Text angehalten; was folgt, wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>The file ends before the trace does; everything complete before that point is there.</source>
        <translation>Die Datei endet vor dem Trace; alles Vollständige davor ist da.</translation>
    </message>
    <message>
        <source>An event is not valid JSON and was skipped.</source>
        <translation>Ein Ereignis ist kein gültiges JSON und wurde übersprungen.</translation>
    </message>
    <message>
        <source>An element of traceEvents is not an object; there is nothing to draw.</source>
        <translation>Ein Element von traceEvents ist kein Objekt; es gibt nichts zu zeichnen.</translation>
    </message>
    <message>
        <source>A comma is missing between two events.</source>
        <translation>Zwischen zwei Ereignissen fehlt ein Komma.</translation>
    </message>
    <message>
        <source>There is a comma without an event.</source>
        <translation>Da ist ein Komma ohne Ereignis.</translation>
    </message>
    <message>
        <source>A text holds bytes that are not UTF-8; they are shown as U+FFFD.</source>
        <translation>Ein Text enthält Bytes, die kein UTF-8 sind; sie werden als U+FFFD gezeigt.</translation>
    </message>
    <message>
        <source>A text holds an unknown escape sequence; its backslash is read literally.</source>
        <translation>Ein Text enthält eine unbekannte Escape-Folge; ihr Backslash wird wörtlich gelesen.</translation>
    </message>
    <message>
        <source>A text holds a raw control character, shown as a control picture.</source>
        <translation>Ein Text enthält ein rohes Steuerzeichen, gezeigt als Steuerzeichenbild.</translation>
    </message>
    <message>
        <source>A text holds a quote that is not escaped.</source>
        <translation>Ein Text enthält ein Anführungszeichen ohne Escape.</translation>
    </message>
    <message>
        <source>A text holds half of a surrogate pair, shown as U+FFFD.</source>
        <translation>Ein Text enthält ein halbes Surrogatpaar, gezeigt als U+FFFD.</translation>
    </message>
    <message>
        <source>A number is NaN or infinite and is read as missing.</source>
        <translation>Eine Zahl ist NaN oder unendlich und wird als fehlend gelesen.</translation>
    </message>
    <message>
        <source>A time, duration or argument is not a usable number and is read as missing.</source>
        <translation>Eine Zeit, eine Dauer oder ein Argument ist keine brauchbare Zahl und wird als fehlend gelesen.</translation>
    </message>
    <message>
        <source>A time is beyond the range of 64-bit nanoseconds and was moved to its edge.</source>
        <translation>Eine Zeit liegt außerhalb der Nanosekunden in 64 Bit und wurde an deren Rand gerückt.</translation>
    </message>
    <message>
        <source>An event has a negative duration; it is drawn as unfinished and left out of every analysis.</source>
        <translation>Ein Ereignis hat eine negative Dauer; es ist als unbeendet gezeichnet und in keiner Analyse.</translation>
    </message>
    <message>
        <source>An event lasts longer than seven days; it is drawn and left out of every analysis.</source>
        <translation>Ein Ereignis dauert länger als sieben Tage; es ist gezeichnet und in keiner Analyse.</translation>
    </message>
    <message>
        <source>An event lies more than seven days from the recording: its time is wrong, and it is left out of every analysis and of the view.</source>
        <translation>Ein Ereignis liegt mehr als sieben Tage von der Aufzeichnung entfernt: seine Zeit ist falsch, und es ist in keiner Analyse und nicht in der Ansicht.</translation>
    </message>
    <message>
        <source>An event needs a time and has none that can be read; it cannot be drawn.</source>
        <translation>Ein Ereignis braucht eine Zeit und hat keine lesbare; es kann nicht gezeichnet werden.</translation>
    </message>
    <message>
        <source>An event has no duration; it is drawn as unfinished and left out of every analysis.</source>
        <translation>Ein Ereignis hat keine Dauer; es ist als unbeendet gezeichnet und in keiner Analyse.</translation>
    </message>
    <message>
        <source>An end has no beginning.</source>
        <translation>Ein Ende hat keinen Anfang.</translation>
    </message>
    <message>
        <source>A beginning has no end; it is drawn as unfinished and left out of every analysis.</source>
        <translation>Ein Anfang hat kein Ende; er ist als unbeendet gezeichnet und in keiner Analyse.</translation>
    </message>
    <message>
        <source>An end names another slice than the innermost open one.</source>
        <translation>Ein Ende nennt einen anderen Slice als den innersten offenen.</translation>
    </message>
    <message>
        <source>A flow event finds no slice or no other end; there is no arrow to draw.</source>
        <translation>Ein Flow-Ereignis findet keinen Slice oder kein anderes Ende; es gibt keinen Pfeil zu zeichnen.</translation>
    </message>
    <message>
        <source>Slices of one track overlap without nesting; they are drawn on extra lanes.</source>
        <translation>Slices einer Spur überlappen sich, ohne verschachtelt zu sein; sie sind auf zusätzlichen Bahnen gezeichnet.</translation>
    </message>
    <message>
        <source>An event has no known phase (ph); there is nothing to draw.</source>
        <translation>Ein Ereignis hat keine bekannte Phase (ph); es gibt nichts zu zeichnen.</translation>
    </message>
    <message>
        <source>A counter event holds no number.</source>
        <translation>Ein Zählerereignis enthält keine Zahl.</translation>
    </message>
    <message>
        <source>An event has a key twice; the last counts.</source>
        <translation>Ein Ereignis hat einen Schlüssel zweimal; der letzte zählt.</translation>
    </message>
    <message>
        <source>A value is nested too deeply and was not read.</source>
        <translation>Ein Wert ist zu tief verschachtelt und wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>A text, a list of keys or an event is longer than its limit and was cut.</source>
        <translation>Ein Text, eine Liste von Schlüsseln oder ein Ereignis ist länger als die Grenze und wurde gekürzt.</translation>
    </message>
    <message>
        <source>The args of an event are not valid JSON; the event is kept without them.</source>
        <translation>Die args eines Ereignisses sind kein gültiges JSON; das Ereignis bleibt ohne sie.</translation>
    </message>
    <message>
        <source>The text before traceEvents is not valid JSON; its metadata may be incomplete.</source>
        <translation>Der Text vor traceEvents ist kein gültiges JSON; seine Metadaten können unvollständig sein.</translation>
    </message>
    <message>
        <source>The text after traceEvents is not valid JSON; its metadata may be incomplete.</source>
        <translation>Der Text nach traceEvents ist kein gültiges JSON; seine Metadaten können unvollständig sein.</translation>
    </message>
    <message>
        <source>More text follows the end of the trace and was not read.</source>
        <translation>Nach dem Ende des Traces folgt weiterer Text; er wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>The file holds traceEvents more than once; all were read.</source>
        <translation>Die Datei enthält traceEvents mehr als einmal; alle wurden gelesen.</translation>
    </message>
    <message>
        <source>Bytes follow the compressed data and were not read.</source>
        <translation>Nach den komprimierten Daten folgen Bytes; sie wurden nicht gelesen.</translation>
    </message>
    <message>
        <source>A checksum or length of the compressed data is wrong; the data may be damaged.</source>
        <translation>Eine Prüfsumme oder Länge der komprimierten Daten ist falsch; die Daten können beschädigt sein.</translation>
    </message>
    <message>
        <source>The compressed data is damaged or cut; everything before that point is there.</source>
        <translation>Die komprimierten Daten sind beschädigt oder abgeschnitten; alles davor ist da.</translation>
    </message>
    <message>
        <source>The file holds a block of zero bytes, as a crashed file system leaves it.</source>
        <translation>Die Datei enthält einen Block aus Nullbytes, wie ihn ein abgestürztes Dateisystem hinterlässt.</translation>
    </message>
    <message>
        <source>A field has the wrong JSON type; its text is used, or it is read as missing.</source>
        <translation>Ein Feld hat den falschen JSON-Typ; sein Text wird benutzt, oder es gilt als fehlend.</translation>
    </message>
    <message>
        <source>The file changed while it was read; open it again to see all of it.</source>
        <translation>Die Datei hat sich beim Lesen geändert; öffnen Sie sie noch einmal, um alles zu sehen.</translation>
    </message>
    <message>
        <source>A limit stopped the load; what was read is there.</source>
        <translation>Eine Grenze hat das Laden angehalten; was gelesen wurde, ist da.</translation>
    </message>
    <message>
        <source>The system could not read on; what was read is there.</source>
        <translation>Das System konnte nicht weiterlesen; was gelesen wurde, ist da.</translation>
    </message>
</context>
<context>
    <name>inductor-kernels</name>
    <message>
        <source>the compiler made some of these kernels, but the file does not say in which graph: no launch of them is inside a call of one. Kernels that a CUDA graph replays, or whose launch is not in the file, belong to none.</source>
        <translation>der Compiler hat einige dieser Kernel gemacht, aber die Datei sagt nicht, in welchem Graphen: kein Launch von ihnen liegt in einem Aufruf von einem. Kernel, die ein CUDA-Graph wiederholt oder deren Launch nicht in der Datei ist, gehören zu keinem.</translation>
    </message>
    <message>
        <source>shapes, source files and hashes of kernels are missing: %1</source>
        <translation>Formen, Quelldateien und Hashes von Kerneln fehlen: %1</translation>
    </message>
    <message>
        <source>Triton kernels have no names of their own; set TORCHINDUCTOR_UNIQUE_KERNEL_NAMES=1 to tell them apart.</source>
        <translation>Triton-Kernel haben keine eigenen Namen; setzen Sie TORCHINDUCTOR_UNIQUE_KERNEL_NAMES=1, um sie zu unterscheiden.</translation>
    </message>
    <message>
        <source>no host op was recorded, so whether GPU work was launched inside a compiled graph is not known; record with %1, too.</source>
        <translation>es wurde keine Host-Op aufgezeichnet, daher ist nicht bekannt, ob GPU-Arbeit in einem kompilierten Graphen gestartet wurde; auch mit %1 aufzeichnen.</translation>
    </message>
    <message>
        <source>no GPU work was launched inside a compiled graph; torch.compile makes such graphs.</source>
        <translation>in einem kompilierten Graphen wurde keine GPU-Arbeit gestartet; torch.compile erzeugt solche Graphen.</translation>
    </message>
    <message>
        <source>no host op is in this part of the recording, so whether GPU work was launched inside a compiled graph is not known.</source>
        <translation>in diesem Teil der Aufzeichnung ist keine Host-Op; ob GPU-Arbeit in einem kompilierten Graphen gestartet wurde, ist deshalb nicht bekannt.</translation>
    </message>
</context>
<context>
    <name>input-text</name>
    <message>
        <source>The trace ends earlier than when it was loaded.</source>
        <translation>Der Trace endet früher als beim Laden.</translation>
    </message>
</context>
<context>
    <name>kernel-breakdown</name>
    <message>
        <source>, its largest part %1, by its name a kernel that waits</source>
        <translation>, ihr größter Teil %1, dem Namen nach ein wartender Kernel</translation>
    </message>
    <message>
        <source>, its largest part %1</source>
        <translation>, ihr größter Teil %1</translation>
    </message>
    <message>
        <source>Device work that is neither compute, communication nor memory is left out of this breakdown: %1%2.</source>
        <translation>Gerätearbeit, die weder Rechnen noch Kommunikation noch Speicher ist, fehlt in dieser Aufschlüsselung: %1%2.</translation>
    </message>
</context>
<context>
    <name>kernel-launches</name>
    <message>
        <source>No GPU work in this scope can be traced to the host call that launched it: record both sides, with %1.</source>
        <translation>Keine GPU-Arbeit in diesem Umfang lässt sich auf den Host-Aufruf zurückführen, der sie gestartet hat: zeichnen Sie beide Seiten auf, mit %1.</translation>
    </message>
    <message>
        <source>No call in this scope launched GPU work that is looked at here.</source>
        <translation>Kein Aufruf in diesem Umfang hat GPU-Arbeit gestartet, die hier betrachtet wird.</translation>
    </message>
</context>
<context>
    <name>kernel-names</name>
    <message>
        <source>No kernel in any input; record with %1.</source>
        <translation>Kein Kernel in irgendeiner Eingabe; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>%1 of %2 names are in all inputs.</source>
        <translation>%1 von %2 Namen sind in allen Eingaben.</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>Input %1 calls</source>
        <translation>Aufrufe von Eingabe %1</translation>
    </message>
    <message>
        <source>No input has a kernel in this scope.</source>
        <translation>Keine Eingabe hat einen Kernel in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>kernel-sequences</name>
    <message>
        <source>whose name matches %1</source>
        <translation>deren Name auf %1 passt</translation>
    </message>
    <message>
        <source>with %1 in its name</source>
        <translation>mit %1 im Namen</translation>
    </message>
    <message>
        <source>named %1</source>
        <translation>namens %1</translation>
    </message>
    <message>
        <source>No GPU work in this scope is linked to an op: record them together, with %1.</source>
        <translation>Keine GPU-Arbeit in diesem Umfang ist mit einer Op verbunden: zeichnen Sie sie zusammen auf, mit %1.</translation>
    </message>
    <message>
        <source>In this scope no op launches the same chain of %1 kernels or more twice; %2 may be lowered.%3</source>
        <translation>In diesem Umfang startet keine Op dieselbe Kette aus %1 oder mehr Kerneln zweimal; %2 kann gesenkt werden.%3</translation>
    </message>
    <message>
        <source> The table of the streams has chains that repeat, whatever op launched them.</source>
        <translation> Die Tabelle der Streams hat Ketten, die sich wiederholen, welche Op sie auch gestartet hat.</translation>
    </message>
    <message>
        <source>No op %1 launches GPU work in this scope.</source>
        <translation>Keine Op %1 startet in diesem Umfang GPU-Arbeit.</translation>
    </message>
    <message numerus="yes">
        <source>The op %2 launches at most %1 kernel each time in this scope, not %3: lower %4.</source>
        <comment>The op %2 launches at most %1 kernels each time in this scope, not %3: lower %4.</comment>
        <translation>
            <numerusform>Die Op %2 startet in diesem Umfang jedes Mal höchstens %1 Kernel, nicht %3: senken Sie %4.</numerusform>
            <numerusform>Die Op %2 startet in diesem Umfang jedes Mal höchstens %1 Kernel, nicht %3: senken Sie %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>no estimate of memory traffic. %1</source>
        <translation>keine Schätzung des Speicherverkehrs. %1</translation>
    </message>
    <message>
        <source>No GPU work in this scope is linked to an op.</source>
        <translation>Keine GPU-Arbeit in diesem Umfang ist mit einer Op verknüpft.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::Actions</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>kinetoscope::AnalysisController</name>
    <message>
        <source>%1 Fewer ranks, fewer steps or a shorter time range need less.</source>
        <translation>%1 Weniger Ränge, weniger Schritte oder ein kürzerer Zeitbereich brauchen weniger.</translation>
    </message>
    <message>
        <source>No trace is open. Drop one on the window, or use File &gt; Open.</source>
        <translation>Es ist kein Trace offen. Ziehen Sie einen auf das Fenster, oder wählen Sie Datei &gt; Öffnen.</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>There is nothing to show in this scope.</source>
        <translation>In diesem Umfang gibt es nichts zu zeigen.</translation>
    </message>
    <message>
        <source>Only this is looked at: %1. The cross beside “Scope”, above the timeline, brings back the whole trace.</source>
        <translation>Nur dies wird betrachtet: %1. Das Kreuz neben „Umfang“ über der Zeitleiste bringt den ganzen Trace zurück.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::AnalysisDocks</name>
    <message>
        <source>Your own rules for names are not used: %1</source>
        <translation>Ihre eigenen Regeln für Namen werden nicht benutzt: %1</translation>
    </message>
    <message>
        <source>Count this kernel as</source>
        <translation>Diesen Kernel zählen als</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Other work</source>
        <translation>Andere Arbeit</translation>
    </message>
    <message>
        <source>The rule was not taken: %1</source>
        <translation>Die Regel wurde nicht übernommen: %1</translation>
    </message>
    <message>
        <source>A rule for this name is the first line of %1 now.</source>
        <translation>Eine Regel für diesen Namen ist nun die erste Zeile von %1.</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU-Zeit</translation>
    </message>
    <message>
        <source>Host and launches</source>
        <translation>Host und Launches</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>… together with the change that is on?</source>
        <translation>… zusammen mit der Änderung, die gilt?</translation>
    </message>
    <message>
        <source>… together with the changes that are on?</source>
        <translation>… zusammen mit den Änderungen, die gelten?</translation>
    </message>
    <message>
        <source>What if all GPU work of this name were twice as fast?</source>
        <translation>Was wäre, wenn alle GPU-Arbeit dieses Namens doppelt so schnell wäre?</translation>
    </message>
    <message>
        <source>What would a change save in this step?</source>
        <translation>Was würde eine Änderung in diesem Schritt sparen?</translation>
    </message>
</context>
<context>
    <name>kinetoscope::AnalysisGroup</name>
    <message>
        <source>Analyses of this group</source>
        <translation>Analysen dieser Gruppe</translation>
    </message>
</context>
<context>
    <name>kinetoscope::AnalysisPanel</name>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Export chart and table</source>
        <translation>Diagramm und Tabelle exportieren</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>• Parameters</source>
        <translation>• Parameter</translation>
    </message>
    <message>
        <source>Show the parameters</source>
        <translation>Die Parameter zeigen</translation>
    </message>
    <message>
        <source>Show the parameters; some are changed</source>
        <translation>Die Parameter zeigen; einige sind geändert</translation>
    </message>
    <message>
        <source>Show these intervals</source>
        <translation>Diese Intervalle zeigen</translation>
    </message>
    <message>
        <source>Open the other trace at these intervals</source>
        <translation>Den anderen Trace bei diesen Intervallen öffnen</translation>
    </message>
    <message>
        <source>Filter to this</source>
        <translation>Danach filtern</translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation>Zeile kopieren</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Compare these two</source>
        <translation>Diese beiden vergleichen</translation>
    </message>
    <message>
        <source>Open rank %1 at step %2</source>
        <translation>Rang %1 bei Schritt %2 öffnen</translation>
    </message>
    <message>
        <source>Open rank %1</source>
        <translation>Rang %1 öffnen</translation>
    </message>
    <message>
        <source>Load rank %1</source>
        <translation>Rang %1 laden</translation>
    </message>
    <message>
        <source>Show these intervals: this is made of none</source>
        <translation>Diese Intervalle zeigen: Hieraus besteht keines</translation>
    </message>
    <message>
        <source>Ask for this change alone</source>
        <translation>Nach dieser Änderung allein fragen</translation>
    </message>
    <message>
        <source>What if these changes came together?</source>
        <translation>Was wäre, wenn diese Änderungen zusammenkämen?</translation>
    </message>
    <message>
        <source>The open job has several files: open the control, and compare it with the folder of the others.</source>
        <translation>Der offene Job besteht aus mehreren Dateien: die Kontrolle öffnen und sie mit dem Ordner der anderen vergleichen.</translation>
    </message>
    <message>
        <source>The range of the scope is taken of both traces, of each from its own start.</source>
        <translation>Der Zeitbereich gilt für beide Traces, in jedem ab dessen eigenem Beginn.</translation>
    </message>
    <message>
        <source>What was selected is in the trace that is the control now: nothing is selected.</source>
        <translation>Was ausgewählt war, liegt in dem Trace, der jetzt die Kontrolle ist: Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>The other trace has not all of the scope: it is wider now, and nothing is selected.</source>
        <translation>Der andere Trace hat nicht alles aus dem Umfang: Dieser ist jetzt weiter, und nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>Show this saving in What if</source>
        <translation>Diese Ersparnis in „Was wäre, wenn“ zeigen</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ArgsModel</name>
    <message>
        <source>{ 1 key }</source>
        <translation>{ 1 Schlüssel }</translation>
    </message>
    <message numerus="yes">
        <source>{ %n keys }</source>
        <translation>
            <numerusform>{ %n Schlüssel }</numerusform>
            <numerusform>{ %n Schlüssel }</numerusform>
        </translation>
    </message>
    <message>
        <source>[ 1 value ]</source>
        <translation>[ 1 Wert ]</translation>
    </message>
    <message numerus="yes">
        <source>[ %n values ]</source>
        <translation>
            <numerusform>[ %n Wert ]</numerusform>
            <numerusform>[ %n Werte ]</numerusform>
        </translation>
    </message>
    <message>
        <source>nested more than %1 levels deep: not read</source>
        <translation>mehr als %1 Ebenen tief verschachtelt: nicht gelesen</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>kinetoscope::BarPlottable</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>100&#xa0;% = %1</source>
        <translation>100&#xa0;% = %1</translation>
    </message>
    <message>
        <source>100&#xa0;% = %1, %2 %3</source>
        <translation>100&#xa0;% = %1, %2 %3</translation>
    </message>
</context>
<context>
    <name>kinetoscope::BaselineChoice</name>
    <message>
        <source>Not all of it could be read, which is part of the difference: %1</source>
        <translation>Nicht alles davon konnte gelesen werden, was ein Teil des Unterschieds ist: %1</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>%1 Compared is what was chosen before.</source>
        <translation>%1 Verglichen wird, was vorher gewählt war.</translation>
    </message>
    <message>
        <source>What the open trace is compared with</source>
        <translation>Womit der offene Trace verglichen wird</translation>
    </message>
    <message>
        <source>The open trace itself</source>
        <translation>Der offene Trace selbst</translation>
    </message>
    <message>
        <source>Another trace…</source>
        <translation>Anderer Trace…</translation>
    </message>
    <message>
        <source>A folder of ranks…</source>
        <translation>Ein Ordner mit Rängen…</translation>
    </message>
    <message>
        <source>the open trace itself</source>
        <translation>der offene Trace selbst</translation>
    </message>
    <message>
        <source>Compare with, as control</source>
        <translation>Vergleichen mit, als Kontrolle</translation>
    </message>
    <message>
        <source>Two ranks or steps of it; choose them below</source>
        <translation>Zwei Ränge oder Schritte davon; unten zu wählen</translation>
    </message>
    <message>
        <source>%1 is the control, the open trace the test.</source>
        <translation>%1 ist die Kontrolle, der offene Trace der Test.</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz)</source>
        <translation>Traces (*.json *.json.gz *.gz)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Compare with the ranks of a folder</source>
        <translation>Mit den Rängen eines Ordners vergleichen</translation>
    </message>
    <message>
        <source>Swap control and test</source>
        <translation>Kontrolle und Test tauschen</translation>
    </message>
    <message>
        <source>Control and test are the same: there is nothing to swap</source>
        <translation>Kontrolle und Test sind dasselbe: Es gibt nichts zu tauschen</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ChartHeader</name>
    <message>
        <source>zoomed in, Escape shows all</source>
        <translation>vergrößert, Escape zeigt alles</translation>
    </message>
    <message>
        <source>zoomed in</source>
        <translation>vergrößert</translation>
    </message>
    <message>
        <source>%1 to %2 of %3</source>
        <translation>%1 bis %2 von %3</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>%1 von %2 gezeigt</translation>
    </message>
    <message>
        <source>first %1 of %2</source>
        <translation>die ersten %1 von %2</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ChartPlot</name>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>%1, logarithmic</source>
        <translation>%1, logarithmisch</translation>
    </message>
    <message>
        <source>thousands (k)</source>
        <translation>Tausend (k)</translation>
    </message>
    <message>
        <source>millions (M)</source>
        <translation>Millionen (M)</translation>
    </message>
    <message>
        <source>billions (G)</source>
        <translation>Milliarden (G)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ChartView</name>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>The others</source>
        <translation>Die anderen</translation>
    </message>
    <message>
        <source>The others of %1</source>
        <translation>Die anderen von %1</translation>
    </message>
    <message>
        <source>Escape goes back</source>
        <translation>Escape führt zurück</translation>
    </message>
    <message>
        <source>%1 · Escape goes back</source>
        <translation>%1 · Escape führt zurück</translation>
    </message>
    <message>
        <source>There is nothing to draw in this scope.</source>
        <translation>In diesem Umfang gibt es nichts zu zeichnen.</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Whole chart</source>
        <translation>Ganzes Diagramm</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ChoiceSide</name>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset the parameters</source>
        <translation>Die Parameter zurücksetzen</translation>
    </message>
    <message>
        <source>Puts back what Edit &gt; Preferences says, or else the default</source>
        <translation>Stellt wieder her, was unter Bearbeiten &gt; Einstellungen steht, sonst die Vorgabe</translation>
    </message>
    <message>
        <source>%1: %2 is not in this trace and no longer chosen.</source>
        <translation>%1: %2 ist nicht in diesem Trace und nicht mehr gewählt.</translation>
    </message>
    <message>
        <source>Repeated as graphs</source>
        <translation>Wiederholtes als Graphen</translation>
    </message>
    <message>
        <source>Adds %1: what is launched again and again in the same order comes as CUDA or HIP graphs. Reset brings back the usual changes.</source>
        <translation>Fügt %1 hinzu: was immer wieder in derselben Reihenfolge gestartet wird, kommt als CUDA- oder HIP-Graphen. Zurücksetzen bringt die üblichen Änderungen wieder.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::CounterColours</name>
    <message>
        <source>Hardware &amp;counter</source>
        <translation>&amp;Hardwarezähler</translation>
    </message>
    <message>
        <source>Kernels by their value of %1, what was not measured grey</source>
        <translation>Kernel nach ihrem Wert von %1, nicht Gemessenes grau</translation>
    </message>
    <message>
        <source>This trace has no hardware counters of single kernels.</source>
        <translation>Dieser Trace hat keine Hardwarezähler einzelner Kernel.</translation>
    </message>
    <message>
        <source>Share of the &amp;peak</source>
        <translation>Anteil an der S&amp;pitze</translation>
    </message>
    <message>
        <source>Ops, launches and kernels by how near they come to what the GPU&apos;s peaks allow for their shapes; what is not known grey</source>
        <translation>Ops, Launches und Kernel danach, wie nahe sie dem kommen, was die Spitzenwerte der GPU bei ihren Formen erlauben; Unbekanntes grau</translation>
    </message>
    <message>
        <source>This trace has no shapes of ops (record_shapes=True), or nothing tells the peaks of its GPU.</source>
        <translation>Dieser Trace hat keine Formen von Ops (record_shapes=True), oder nichts sagt die Spitzenwerte seiner GPU.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::CutoffPlottable</name>
    <message>
        <source>up to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>über %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1: %2
%3: %4
Drag the line to change the limit.</source>
        <translation>%1: %2
%3: %4
Linie ziehen, um die Grenze zu ändern.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::DetailsPanel</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the details</source>
        <translation>Die Details kopieren</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>Voller Name</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>This event has no arguments.</source>
        <translation>Dieses Ereignis hat keine Argumente.</translation>
    </message>
    <message>
        <source>Arguments (damaged in the file, shown as far as readable)</source>
        <translation>Argumente (in der Datei beschädigt, gezeigt so weit lesbar)</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy event as JSON</source>
        <translation>Ereignis als JSON kopieren</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Interval of %1</source>
        <translation>Intervall von %1</translation>
    </message>
    <message>
        <source>Reading arguments…</source>
        <translation>Argumente werden gelesen…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message numerus="yes">
        <source>%1 selected</source>
        <translation>
            <numerusform>%1 ausgewählt</numerusform>
            <numerusform>%1 ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Name kopieren</translation>
    </message>
    <message>
        <source>This event has no arguments but those above.</source>
        <translation>Dieses Ereignis hat keine Argumente außer den obigen.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::DockTitleBar</name>
    <message>
        <source>Float, or put back</source>
        <translation>Lösen oder zurückbringen</translation>
    </message>
    <message>
        <source>Close; the Analyse menu opens it again</source>
        <translation>Schließen; das Menü „Analyse“ öffnet es wieder</translation>
    </message>
    <message>
        <source>As high as the window allows, or as before</source>
        <translation>So hoch, wie das Fenster zulässt, oder wie zuvor</translation>
    </message>
    <message>
        <source>Close; View &gt; Panels opens it again</source>
        <translation>Schließen; Ansicht &gt; Panels öffnet es wieder</translation>
    </message>
</context>
<context>
    <name>kinetoscope::FactsTree</name>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>kinetoscope::FactsView</name>
    <message>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Fakt</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Columns that are 0</source>
        <translation>Spalten mit 0</translation>
    </message>
</context>
<context>
    <name>kinetoscope::FindingCard</name>
    <message>
        <source>at stake, %1</source>
        <translation>betroffen: %1</translation>
    </message>
    <message>
        <source>at stake, %1 of %2</source>
        <translation>betroffen: %1 (%2)</translation>
    </message>
    <message>
        <source>not in view, %1 of %2</source>
        <translation>nicht im Blick: %1 (%2)</translation>
    </message>
    <message>
        <source>estimated saving %1</source>
        <translation>geschätzte Ersparnis %1</translation>
    </message>
    <message>
        <source>estimated saving: none</source>
        <translation>geschätzte Ersparnis: keine</translation>
    </message>
</context>
<context>
    <name>kinetoscope::GoToRange</name>
    <message>
        <source>Go to time range</source>
        <translation>Zu Zeitbereich gehen</translation>
    </message>
    <message>
        <source>&amp;Begin and end, as in 1.2ms - 3.4ms, or begin and length, as in 10ms + 500us:</source>
        <translation>&amp;Anfang und Ende wie in 1.2ms - 3.4ms, oder Anfang und Länge wie in 10ms + 500us:</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Los</translation>
    </message>
</context>
<context>
    <name>kinetoscope::HeatBar</name>
    <message>
        <source>Figure</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Less the median</source>
        <translation>Abzüglich des Medians</translation>
    </message>
    <message>
        <source>Order of the rows</source>
        <translation>Reihenfolge der Zeilen</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Falten</translation>
    </message>
    <message>
        <source>Show how far each value is from the median of its column</source>
        <translation>Zeigt, wie weit jeder Wert vom Median seiner Spalte entfernt ist</translation>
    </message>
    <message>
        <source>Two rows for all ranks with one coordinate: their median and their worst</source>
        <translation>Zwei Zeilen für alle Ränge mit einer Koordinate: ihr Median und ihr schlechtester</translation>
    </message>
    <message>
        <source>By rank</source>
        <translation>Nach Rang</translation>
    </message>
    <message>
        <source>By host (guessed)</source>
        <translation>Nach Host (vermutet)</translation>
    </message>
    <message>
        <source>By host</source>
        <translation>Nach Host</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>By value</source>
        <translation>Nach Wert</translation>
    </message>
    <message>
        <source>By similarity</source>
        <translation>Nach Ähnlichkeit</translation>
    </message>
</context>
<context>
    <name>kinetoscope::HeatPlottable</name>
    <message>
        <source>host %1 (a guess)</source>
        <translation>Host %1 (vermutet)</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>Host %1</translation>
    </message>
    <message>
        <source>%1: %2; the median of this column is %3, the difference %4</source>
        <translation>%1: %2; der Median dieser Spalte ist %3, der Unterschied %4</translation>
    </message>
    <message>
        <source>beyond that, up to %1</source>
        <translation>darüber hinaus, bis %1</translation>
    </message>
    <message>
        <source>, difference to the median of the column</source>
        <translation>, Unterschied zum Median der Spalte</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ImportReportDialog</name>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>repaired</source>
        <translation>repariert</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>Events in the file</source>
        <translation>Ereignisse in der Datei</translation>
    </message>
    <message>
        <source>Drawable</source>
        <translation>Zeichenbar</translation>
    </message>
    <message>
        <source>%1 of text were skipped</source>
        <translation>%1 Text wurden übersprungen</translation>
    </message>
    <message>
        <source>at byte %1</source>
        <translation>bei Byte %1</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Folge</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Nothing was lost and nothing had to be repaired.</source>
        <translation>Nichts ging verloren, und nichts musste repariert werden.</translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>Importbericht</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rang %1: %2</translation>
    </message>
    <message>
        <source>Events by kind</source>
        <translation>Ereignisse nach Art</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>%1 events · %2 dropped · %3 repaired</source>
        <translation>%1 Ereignisse · %2 weggelassen · %3 repariert</translation>
    </message>
    <message>
        <source>%1 events, %2 drawable, %3 dropped, %4 repaired; %5 on disk, %6 of text</source>
        <translation>%1 Ereignisse, %2 zeichenbar, %3 weggelassen, %4 repariert; %5 auf der Platte, %6 Text</translation>
    </message>
    <message>
        <source>1 event · %1 dropped · %2 repaired</source>
        <translation>1 Ereignis · %1 weggelassen · %2 repariert</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>kinetoscope::JobIndicator</name>
    <message>
        <source>Progress of what is written</source>
        <translation>Fortschritt des Schreibens</translation>
    </message>
    <message>
        <source>Stop writing</source>
        <translation>Schreiben anhalten</translation>
    </message>
</context>
<context>
    <name>kinetoscope::LoadingPage</name>
    <message>
        <source>Loading %1</source>
        <translation>%1 wird geladen</translation>
    </message>
    <message>
        <source>Loading %1 · %2 events so far</source>
        <translation>%1 wird geladen · bisher %2 Ereignisse</translation>
    </message>
</context>
<context>
    <name>kinetoscope::MainWindow</name>
    <message>
        <source>Traces</source>
        <translation>Traces</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Kinetoscope</source>
        <translation>Kinetoscope</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Walk</source>
        <translation>Gehen</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Panels</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Zuletzt &amp;geöffnet</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Th&amp;eme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>Row &amp;height</source>
        <translation>Zeilen&amp;höhe</translation>
    </message>
    <message>
        <source>Interface si&amp;ze</source>
        <translation>Größe der O&amp;berfläche</translation>
    </message>
    <message>
        <source>&amp;Colour by</source>
        <translation>Färb&amp;en nach</translation>
    </message>
    <message>
        <source>Overl&amp;ays</source>
        <translation>&amp;Overlays</translation>
    </message>
    <message>
        <source>&amp;Analyse</source>
        <translation>A&amp;nalyse</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>%1 (missing)</source>
        <translation>%1 (fehlt)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>A file is still being written.</source>
        <translation>Eine Datei wird noch geschrieben.</translation>
    </message>
    <message>
        <source>What stood there before stays if you stop it.</source>
        <translation>Was vorher dort stand, bleibt, wenn Sie abbrechen.</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>Go on writing</source>
        <translation>Weiter schreiben</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Find all of this name</source>
        <translation>Alle mit diesem Namen finden</translation>
    </message>
    <message>
        <source>Find repeats of this sequence</source>
        <translation>Wiederholungen dieser Sequenz finden</translation>
    </message>
    <message>
        <source>Show launch</source>
        <translation>Launch zeigen</translation>
    </message>
    <message>
        <source>Show kernel</source>
        <translation>Kernel zeigen</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>The trace of rank %1 is not there any more; it was at %2.</source>
        <translation>Der Trace von Rang %1 ist nicht mehr da; er war unter %2.</translation>
    </message>
    <message>
        <source>The trace of rank %1 was not loaded: %2</source>
        <translation>Der Trace von Rang %1 wurde nicht geladen: %2</translation>
    </message>
    <message>
        <source>What if the GPU work of all ops of this name were twice as fast?</source>
        <translation>Was wäre, wenn die GPU-Arbeit aller Ops dieses Namens doppelt so schnell wäre?</translation>
    </message>
    <message>
        <source>What if nothing waited in calls of this name?</source>
        <translation>Was wäre, wenn in Aufrufen dieses Namens nichts wartete?</translation>
    </message>
    <message>
        <source>Idle causes in this range</source>
        <translation>Ursachen des Leerlaufs in diesem Bereich</translation>
    </message>
    <message>
        <source>Copy times and details</source>
        <translation>Zeiten und Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>The overlay Critical path is on now: the same key walks along it.</source>
        <translation>Das Overlay Kritischer Pfad ist jetzt an: Dieselbe Taste folgt ihm.</translation>
    </message>
    <message>
        <source>What if the host were twice as fast in all ops, whatever their name?</source>
        <translation>Was wäre, wenn der Host in allen Ops, gleich welchen Namens, doppelt so schnell wäre?</translation>
    </message>
    <message>
        <source>Compare this step with the others</source>
        <translation>Diesen Schritt mit den anderen vergleichen</translation>
    </message>
    <message>
        <source>What if launches that are repeated came as CUDA or HIP graphs?</source>
        <translation>Was wäre, wenn wiederholte Launches als CUDA- oder HIP-Graphen kämen?</translation>
    </message>
</context>
<context>
    <name>kinetoscope::MarkNoteEditor</name>
    <message>
        <source>Note (Enter keeps the mark)</source>
        <translation>Notiz (Enter behält die Marke)</translation>
    </message>
    <message>
        <source>Note of the mark</source>
        <translation>Notiz der Marke</translation>
    </message>
</context>
<context>
    <name>kinetoscope::MarkTool</name>
    <message>
        <source>Point at a moment or select an event to mark it.</source>
        <translation>Zeigen Sie auf einen Zeitpunkt oder wählen Sie ein Ereignis aus, um es zu markieren.</translation>
    </message>
    <message>
        <source>&amp;Edit note…</source>
        <translation>&amp;Notiz bearbeiten…</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Behalten</translation>
    </message>
    <message>
        <source>Make it a &amp;moment</source>
        <translation>Zum &amp;Zeitpunkt machen</translation>
    </message>
    <message>
        <source>Make it the selected &amp;range</source>
        <translation>Zum ausgewählten Zeit&amp;bereich machen</translation>
    </message>
    <message>
        <source>Make it a &amp;range</source>
        <translation>Zum Zeit&amp;bereich machen</translation>
    </message>
    <message>
        <source>&amp;Remove	Del</source>
        <translation>&amp;Entfernen	Entf</translation>
    </message>
</context>
<context>
    <name>kinetoscope::MessageBanner</name>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>kinetoscope::OverlayControl</name>
    <message>
        <source>%1   %2 ×   %3</source>
        <translation>%1   %2 ×   %3</translation>
    </message>
    <message>
        <source>All letters are in use: untick another chain first.</source>
        <translation>Alle Buchstaben sind vergeben: wählen Sie zuerst eine andere Kette ab.</translation>
    </message>
    <message>
        <source>Mark on the timeline</source>
        <translation>Auf der Zeitleiste markieren</translation>
    </message>
    <message>
        <source>Mark on the timeline as %1</source>
        <translation>Auf der Zeitleiste als %1 markieren</translation>
    </message>
    <message>
        <source>Mark the first patterns on the timeline</source>
        <translation>Die ersten Muster auf der Zeitleiste markieren</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>there is nothing to show in this trace.</source>
        <translation>in diesem Trace gibt es nichts zu zeigen.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::PanelExports</name>
    <message>
        <source>; only the first %1 of %2 have room on one picture</source>
        <translation>; nur die ersten %1 von %2 haben auf einem Bild Platz</translation>
    </message>
    <message>
        <source>Scalable picture (*.svg)</source>
        <translation>Skalierbares Bild (*.svg)</translation>
    </message>
    <message>
        <source>Portable document (*.pdf)</source>
        <translation>Druckdokument (*.pdf)</translation>
    </message>
    <message>
        <source>Picture of %1 by %2 pixels (*.png)</source>
        <translation>Bild mit %1 mal %2 Pixeln (*.png)</translation>
    </message>
    <message>
        <source>Saved %1, %2</source>
        <translation>%1 gespeichert, %2</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Save chart…</source>
        <translation>Diagramm speichern…</translation>
    </message>
    <message>
        <source>Copy chart</source>
        <translation>Diagramm kopieren</translation>
    </message>
    <message>
        <source>Save table…</source>
        <translation>Tabelle speichern…</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy whole table as</source>
        <translation>Ganze Tabelle kopieren als</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>TSV</source>
        <translation>TSV</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>Als Befehl kopieren</translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Copied the chart</source>
        <translation>Diagramm kopiert</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>Comma-separated (*.csv)</source>
        <translation>Mit Kommas getrennt (*.csv)</translation>
    </message>
    <message>
        <source>Tab-separated (*.tsv)</source>
        <translation>Mit Tabulatoren getrennt (*.tsv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ParameterForm</name>
    <message>
        <source>ns, us, ms or s; without a unit us</source>
        <translation>ns, us, ms oder s; ohne Einheit us</translation>
    </message>
    <message>
        <source>any op</source>
        <translation>jede Op</translation>
    </message>
    <message>
        <source>a counter, or name = a.sum / b.sum</source>
        <translation>ein Zähler, oder Name = a.sum / b.sum</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>• %1</source>
        <translation>• %1</translation>
    </message>
    <message>
        <source>Changed; usually %1.</source>
        <translation>Geändert; üblich ist %1.</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <source>Known here: %1</source>
        <translation>Bekannt sind hier: %1</translation>
    </message>
    <message>
        <source>%1 is none of %2.</source>
        <translation>%1 ist nichts von %2.</translation>
    </message>
    <message>
        <source>such as op:aten::copy_=0.5</source>
        <translation>etwa op:aten::copy_=0.5</translation>
    </message>
</context>
<context>
    <name>kinetoscope::PlaceWalk</name>
    <message>
        <source>In view: the longest of %1, %2. F4 goes through them, the longest first.</source>
        <translation>Im Blick: das längste von %1, %2. F4 geht sie durch, das längste zuerst.</translation>
    </message>
    <message>
        <source>%1 of %2, the longest first: %3</source>
        <translation>%1 von %2, das längste zuerst: %3</translation>
    </message>
    <message>
        <source>%1 of %2 of this name, the longest first: %3</source>
        <translation>%1 von %2 dieses Namens, das längste zuerst: %3</translation>
    </message>
    <message>
        <source>%1 of %2 gaps of this track, the longest first: %3</source>
        <translation>%1 von %2 Lücken dieser Spur, die längste zuerst: %3</translation>
    </message>
</context>
<context>
    <name>kinetoscope::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Looks</source>
        <translation>&amp;Aussehen</translation>
    </message>
    <message>
        <source>&amp;Thresholds</source>
        <translation>&amp;Schwellen</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Farbschema:</translation>
    </message>
    <message>
        <source>&amp;Row height:</source>
        <translation>&amp;Zeilenhöhe:</translation>
    </message>
    <message>
        <source>&amp;Colour slices by:</source>
        <translation>Slices fä&amp;rben nach:</translation>
    </message>
    <message>
        <source>Interface size:</source>
        <translation>Größe der Oberfläche:</translation>
    </message>
    <message>
        <source>All of this is remembered, and applies to every trace.</source>
        <translation>All das wird gemerkt und gilt für jeden Trace.</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>From the next start on</source>
        <translation>Ab dem nächsten Start</translation>
    </message>
    <message>
        <source>L&amp;anguage:</source>
        <translation>S&amp;prache:</translation>
    </message>
    <message>
        <source>The unit that suits each column</source>
        <translation>Die Einheit, die zu jeder Spalte passt</translation>
    </message>
    <message>
        <source>Of times on screen; files and the clipboard keep their units.</source>
        <translation>Für Zeiten auf dem Bildschirm; Dateien und Zwischenablage behalten ihre Einheiten.</translation>
    </message>
    <message>
        <source>Significant digits of times and other real numbers on screen; tool tips have all of them.</source>
        <translation>Geltende Stellen von Zeiten und anderen Kommazahlen auf dem Bildschirm; Tooltipps haben alle.</translation>
    </message>
    <message>
        <source>T&amp;imes in:</source>
        <translation>Z&amp;eiten in:</translation>
    </message>
    <message>
        <source>&amp;Digits:</source>
        <translation>&amp;Stellen:</translation>
    </message>
    <message>
        <source>Preset of keys</source>
        <translation>Tastenbelegung</translation>
    </message>
    <message>
        <source>Filter by command or key</source>
        <translation>Nach Befehl oder Taste filtern</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Type a key for the command</source>
        <translation>Eine Taste für den Befehl eingeben</translation>
    </message>
    <message>
        <source>&amp;Add key</source>
        <translation>Taste &amp;hinzufügen</translation>
    </message>
    <message>
        <source>Remo&amp;ve keys</source>
        <translation>Tasten &amp;entfernen</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>&amp;Vorgabe</translation>
    </message>
    <message>
        <source>All defa&amp;ults</source>
        <translation>Alle V&amp;orgaben</translation>
    </message>
    <message>
        <source>One key, with Ctrl, Alt or Shift if you like: %1 are several.</source>
        <translation>Eine Taste, wenn Sie möchten mit Strg, Alt oder Umschalt: %1 sind mehrere.</translation>
    </message>
    <message>
        <source>Choose a command, click into the field and type the key. What you changed is bold.</source>
        <translation>Wählen Sie einen Befehl, klicken Sie in das Feld und drücken Sie die Taste. Was Sie geändert haben, ist fett.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::QuickOpen</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Type a few letters of a command, a panel or a recent file</source>
        <translation>Ein paar Buchstaben eines Befehls, eines Panels oder einer zuletzt geöffneten Datei eingeben</translation>
    </message>
    <message>
        <source>No command has these letters.</source>
        <translation>Kein Befehl hat diese Buchstaben.</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Type a few letters of a track, its process or device, its rank</source>
        <translation>Ein paar Buchstaben einer Spur, ihres Prozesses oder Geräts, ihres Rangs eingeben</translation>
    </message>
    <message>
        <source>No trace is open.</source>
        <translation>Es ist kein Trace offen.</translation>
    </message>
    <message>
        <source>No track has these letters.</source>
        <translation>Keine Spur hat diese Buchstaben.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::RemarksView</name>
    <message>
        <source>Remarks</source>
        <translation>Bemerkungen</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Show all remarks</source>
        <translation>Alle Bemerkungen zeigen</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Show fewer remarks</source>
        <translation>Weniger Bemerkungen zeigen</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ReportDialog</name>
    <message>
        <source>Progress of the report</source>
        <translation>Fortschritt des Berichts</translation>
    </message>
    <message>
        <source>The report was stopped: its trace was closed.</source>
        <translation>Der Bericht wurde angehalten: sein Trace wurde geschlossen.</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Making the report: %1</source>
        <translation>Der Bericht entsteht: %1</translation>
    </message>
    <message>
        <source>Saved %1, %2</source>
        <translation>%1 gespeichert, %2</translation>
    </message>
    <message>
        <source>Panels in the report, with their parameters and the present scope. Checked are those that were looked at.</source>
        <translation>Panels im Bericht, mit ihren Parametern und dem jetzigen Umfang. Angekreuzt sind die, die angesehen wurden.</translation>
    </message>
    <message>
        <source>Panels in the report</source>
        <translation>Panels im Bericht</translation>
    </message>
    <message>
        <source>&amp;All</source>
        <translation>&amp;Alle</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>&amp;Keines</translation>
    </message>
    <message>
        <source>&amp;Rows of each table, at most:</source>
        <translation>&amp;Zeilen jeder Tabelle, höchstens:</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>&amp;Save report…</source>
        <translation>Bericht &amp;speichern…</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ReportMaker</name>
    <message>
        <source>writing the file</source>
        <translation>die Datei wird geschrieben</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ResultTableModel</name>
    <message>
        <source>Opens %1, with the parameters of this table</source>
        <translation>Öffnet %1, mit den Parametern dieser Tabelle</translation>
    </message>
    <message>
        <source>Column %1 of table %2</source>
        <translation>Spalte %1 der Tabelle %2</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ResultTableProxy</name>
    <message>
        <source>%1, level %2</source>
        <translation>%1, Ebene %2</translation>
    </message>
    <message>
        <source>%1, level %2, expanded</source>
        <translation>%1, Ebene %2, aufgeklappt</translation>
    </message>
    <message>
        <source>%1, level %2, collapsed</source>
        <translation>%1, Ebene %2, zugeklappt</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ResultTableView</name>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Nothing in this scope belongs in this table.</source>
        <translation>Nichts in diesem Umfang gehört in diese Tabelle.</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 more columns</source>
        <translation>%1 weitere Spalten</translation>
    </message>
    <message>
        <source>All zero: %1</source>
        <translation>Durchweg null: %1</translation>
    </message>
    <message>
        <source>Hidden, as all zero: %1</source>
        <translation>Ausgeblendet, da durchweg null: %1</translation>
    </message>
    <message>
        <source>Empty: %1</source>
        <translation>Leer: %1</translation>
    </message>
    <message>
        <source>Hidden, as empty: %1</source>
        <translation>Ausgeblendet, weil leer: %1</translation>
    </message>
    <message>
        <source>1 row is hidden.</source>
        <translation>1 Zeile ist verborgen.</translation>
    </message>
    <message>
        <source>%1 rows are hidden.</source>
        <translation>%1 Zeilen sind verborgen.</translation>
    </message>
    <message>
        <source>No text has “%1” in it, and no number begins with it; %2</source>
        <translation>Kein Text enthält „%1“, und keine Zahl beginnt damit; %2</translation>
    </message>
    <message>
        <source>No row has “%1” in it; %2</source>
        <translation>Keine Zeile enthält „%1“; %2</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ResultView</name>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Part of the chart</source>
        <translation>Teil des Diagramms</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Filter the table</source>
        <translation>Die Tabelle filtern</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show what is zero throughout</source>
        <translation>Zeigen, was durchweg null ist</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message numerus="yes">
        <source>First %n of %1</source>
        <translation>
            <numerusform>Der erste %n von %1</numerusform>
            <numerusform>Die ersten %n von %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>Show as bars</source>
        <translation>Als Balken zeigen</translation>
    </message>
    <message>
        <source>Show as a ring</source>
        <translation>Als Ring zeigen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide what is zero throughout</source>
        <translation>Ausblenden, was durchweg null ist</translation>
    </message>
    <message>
        <source>Rows with this in a text, or with a number that begins with it</source>
        <translation>Zeilen mit diesem Text oder mit einer Zahl, die so beginnt</translation>
    </message>
</context>
<context>
    <name>kinetoscope::RingPlottable</name>
    <message>
        <source>All of it is %1: %2</source>
        <translation>Alles davon ist %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>top %1 of %n names, %2</source>
        <translation>
            <numerusform>die ersten %1 von %n Namen, %2</numerusform>
            <numerusform>die ersten %1 von %n Namen, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>kinetoscope::RowEvidenceFinder</name>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Nothing of this is in the other trace.</source>
        <translation>Nichts davon ist im anderen Trace.</translation>
    </message>
    <message>
        <source>In the open trace: %1. In the other trace: %2.</source>
        <translation>Im offenen Trace: %1. Im anderen Trace: %2.</translation>
    </message>
    <message>
        <source>This is made of nothing on the timeline.</source>
        <translation>Dahinter steht nichts auf der Zeitleiste.</translation>
    </message>
    <message>
        <source>1 event, %1</source>
        <translation>1 Ereignis, %1</translation>
    </message>
    <message>
        <source>%1 events, %2</source>
        <translation>%1 Ereignisse, %2</translation>
    </message>
</context>
<context>
    <name>kinetoscope::RowPointing</name>
    <message>
        <source>Finding this on the timeline…</source>
        <translation>Wird auf der Zeitleiste gesucht…</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ScatterPlottable</name>
    <message>
        <source>%1 at %2 %3</source>
        <translation>%1 bei %2 %3</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ScopeChip</name>
    <message>
        <source>Look at the whole trace again</source>
        <translation>Wieder den ganzen Trace betrachten</translation>
    </message>
    <message>
        <source>Scope: %1</source>
        <translation>Umfang: %1</translation>
    </message>
    <message>
        <source>Scope: %1, no steps</source>
        <translation>Umfang: %1, keine Schritte</translation>
    </message>
    <message>
        <source>Panels count everything that was loaded. Click to choose ranks, steps or streams; select a range and press Shift+R to choose a time.</source>
        <translation>Panels zählen alles, was geladen wurde. Klicken, um Ränge, Schritte oder Streams zu wählen; einen Zeitbereich auswählen und Umschalt+R drücken, um eine Zeit zu wählen.</translation>
    </message>
    <message>
        <source>Panels count only this part; what is outside is dimmed on the timeline. Click to change it.</source>
        <translation>Panels zählen nur diesen Teil; was außerhalb liegt, ist auf der Zeitleiste abgedunkelt. Klicken, um ihn zu ändern.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ScopeEditor</name>
    <message>
        <source>What the panels count</source>
        <translation>Was die Panels zählen</translation>
    </message>
    <message>
        <source>Panels count only</source>
        <translation>Panels zählen nur</translation>
    </message>
    <message>
        <source>&amp;Ranks</source>
        <translation>&amp;Ränge</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>&amp;Schritte</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Drag over the timeline, then press Shift+R.</source>
        <translation>Über die Zeitleiste ziehen, dann Umschalt+R drücken.</translation>
    </message>
    <message>
        <source>&amp;Whole trace</source>
        <translation>&amp;Ganzer Trace</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>none in this trace</source>
        <translation>keine in diesem Trace</translation>
    </message>
    <message>
        <source>all: %1</source>
        <translation>alle: %1</translation>
    </message>
    <message>
        <source>Numbers and ranges: 0,2-5. Empty: all of them.</source>
        <translation>Zahlen und Bereiche: 0,2-5. Leer: alle.</translation>
    </message>
    <message>
        <source>Numbers, ranges and names: 7,20-22,default. Empty: all of them.</source>
        <translation>Zahlen, Bereiche und Namen: 7,20-22,default. Leer: alle.</translation>
    </message>
    <message>
        <source>S&amp;treams</source>
        <translation>S&amp;treams</translation>
    </message>
    <message>
        <source>There is no stream %1; there are %2.</source>
        <translation>Es gibt keinen Stream %1; es gibt %2.</translation>
    </message>
    <message>
        <source>no annotations look like steps</source>
        <translation>keine Annotation sieht wie ein Schritt aus</translation>
    </message>
    <message>
        <source>Which annotations are steps: a regular expression that their names match, such as ^forward. Empty: those the program has found.</source>
        <translation>Welche Annotationen Schritte sind: ein regulärer Ausdruck, auf den ihre Namen passen, etwa ^forward. Leer: die, die das Programm gefunden hat.</translation>
    </message>
    <message>
        <source>Step &amp;names</source>
        <translation>Schritt&amp;namen</translation>
    </message>
    <message>
        <source>There is no %1 %2; there are %3.</source>
        <translation>Es gibt keinen %1 %2; es gibt %3.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::SearchBox</name>
    <message>
        <source>Search (Ctrl+F)</source>
        <translation>Suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Search names, categories and arguments</source>
        <translation>Namen, Kategorien und Argumente suchen</translation>
    </message>
    <message>
        <source>no regular expression</source>
        <translation>kein regulärer Ausdruck</translation>
    </message>
    <message>
        <source>1 hit</source>
        <translation>1 Treffer</translation>
    </message>
    <message>
        <source>%1 hits</source>
        <translation>%1 Treffer</translation>
    </message>
    <message>
        <source>%1, reading arguments…</source>
        <translation>%1, Argumente werden gelesen…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Names, categories, arguments. /text/ is a regular expression over names, stream=7 an argument and its value; memcpy &gt;1ms those that take longer, &lt;20us less long.
Enter goes to the next slice, Shift+Enter to the previous one.</source>
        <translation>Namen, Kategorien, Argumente. /Text/ ist ein regulärer Ausdruck über Namen, stream=7 ein Argument und sein Wert; memcpy &gt;1ms findet davon, was länger dauert, &lt;20us, was kürzer dauert.
Enter geht zum nächsten Slice, Umschalt+Enter zum vorigen.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::SelectionPanel</name>
    <message>
        <source>1 slice</source>
        <translation>1 Slice</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 Slices</translation>
    </message>
    <message>
        <source>%1 in 1 group</source>
        <translation>%1 in 1 Gruppe</translation>
    </message>
    <message>
        <source>%1 in %2 groups</source>
        <translation>%1 in %2 Gruppen</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>Nach Art</translation>
    </message>
    <message>
        <source>By track</source>
        <translation>Nach Spur</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Double click selects the slices of a row.</source>
        <translation>Ein Doppelklick wählt die Slices einer Zeile aus.</translation>
    </message>
    <message>
        <source>Nothing is selected. Drag over tracks or on the ruler to select a stretch of time.</source>
        <translation>Nichts ist ausgewählt. Ziehen Sie über Spuren oder auf dem Lineal, um eine Zeitspanne auszuwählen.</translation>
    </message>
    <message>
        <source>No slice lies in this range.</source>
        <translation>In diesem Bereich liegt kein Slice.</translation>
    </message>
    <message>
        <source>No slice of %1 lies in this range. Drag on the ruler for all tracks.</source>
        <translation>In diesem Bereich liegt kein Slice von %1. Ziehen auf dem Lineal wählt alle Spuren.</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
</context>
<context>
    <name>kinetoscope::Sessions</name>
    <message>
        <source>%1 is a session: it names its own traces and is opened alone.</source>
        <translation>%1 ist eine Sitzung: sie nennt ihre Traces selbst und wird allein geöffnet.</translation>
    </message>
    <message>
        <source>The session %1 was not opened: %2.</source>
        <translation>Die Sitzung %1 wurde nicht geöffnet: %2.</translation>
    </message>
    <message>
        <source>The session %1 was not opened: the trace %2 is not there.</source>
        <translation>Die Sitzung %1 wurde nicht geöffnet: der Trace %2 ist nicht da.</translation>
    </message>
    <message numerus="yes">
        <source>The session %1 was not opened: the trace %2 and %n more are not there.</source>
        <translation>
            <numerusform>Die Sitzung %1 wurde nicht geöffnet: der Trace %2 und %n weiterer sind nicht da.</numerusform>
            <numerusform>Die Sitzung %1 wurde nicht geöffnet: der Trace %2 und %n weitere sind nicht da.</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Saved %1 without the selection: it has more than %2 parts</source>
        <translation>%1 ohne die Auswahl gespeichert: sie hat mehr als %2 Teile</translation>
    </message>
    <message>
        <source>%1 changed since the session was saved.</source>
        <translation>%1 hat sich geändert, seit die Sitzung gespeichert wurde.</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more files changed since the session was saved.</source>
        <translation>
            <numerusform>%1 und %n weitere Datei haben sich geändert, seit die Sitzung gespeichert wurde.</numerusform>
            <numerusform>%1 und %n weitere Dateien haben sich geändert, seit die Sitzung gespeichert wurde.</numerusform>
        </translation>
    </message>
    <message>
        <source>One selected event was not found again.</source>
        <translation>Ein ausgewähltes Ereignis wurde nicht wiedergefunden.</translation>
    </message>
    <message>
        <source>%1 selected events were not found again.</source>
        <translation>%1 ausgewählte Ereignisse wurden nicht wiedergefunden.</translation>
    </message>
    <message>
        <source>%1 and 1 more file changed since the session was saved.</source>
        <translation>%1 und 1 weitere Datei haben sich geändert, seit die Sitzung gespeichert wurde.</translation>
    </message>
    <message>
        <source>Nothing is selected any more: the selection had more than %1 parts.</source>
        <translation>Es ist nichts mehr ausgewählt: Die Auswahl hatte mehr als %1 Teile.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ShapePlottable</name>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message numerus="yes">
        <source>others (%n names)</source>
        <translation>
            <numerusform>andere (%n Name)</numerusform>
            <numerusform>andere (%n Namen)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>kinetoscope::SliceWalk</name>
    <message>
        <source>This is no collective: it has no counterpart on other ranks.</source>
        <translation>Das ist keine Kollektivoperation: es hat kein Gegenstück auf anderen Rängen.</translation>
    </message>
    <message>
        <source>Only one rank is open: this collective has no counterpart.</source>
        <translation>Nur ein Rang ist offen: diese Kollektivoperation hat kein Gegenstück.</translation>
    </message>
    <message>
        <source>Switch on View &gt; Overlays &gt; Critical path to walk along it.</source>
        <translation>Um dem kritischen Pfad zu folgen, Ansicht &gt; Overlays &gt; Kritischer Pfad einschalten.</translation>
    </message>
    <message>
        <source>This is the last link of the path.</source>
        <translation>Das ist das letzte Glied des Pfads.</translation>
    </message>
    <message>
        <source>This is the first link of the path.</source>
        <translation>Das ist das erste Glied des Pfads.</translation>
    </message>
    <message>
        <source>Link %1 of %2</source>
        <translation>Glied %1 von %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Rank %1, link %2 of %3</source>
        <translation>Rang %1, Glied %2 von %3</translation>
    </message>
    <message>
        <source>No run of another rank is known to belong to this collective.</source>
        <translation>Von keinem anderen Rang ist ein Lauf bekannt, der zu dieser Kollektivoperation gehört.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::StartPage</name>
    <message>
        <source>Start page: drop a trace here</source>
        <translation>Startseite: hier einen Trace ablegen</translation>
    </message>
    <message>
        <source>Drop a trace here</source>
        <translation>Hier einen Trace ablegen</translation>
    </message>
    <message>
        <source>PyTorch profiler traces, .json or .json.gz. A folder or several files are the ranks of one job.</source>
        <translation>Traces des PyTorch-Profilers, .json oder .json.gz. Ein Ordner oder mehrere Dateien sind die Ränge eines Jobs.</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open the sample trace</source>
        <translation>Beispiel-Trace öffnen</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Zuvor geöffnet</translation>
    </message>
    <message>
        <source>%1 (missing)</source>
        <translation>%1 (fehlt)</translation>
    </message>
</context>
<context>
    <name>kinetoscope::StatePage</name>
    <message>
        <source>Profiler option</source>
        <translation>Option des Profilers</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the profiler option</source>
        <translation>Die Option des Profilers kopieren</translation>
    </message>
</context>
<context>
    <name>kinetoscope::StatusLine</name>
    <message>
        <source>Time at the pointer</source>
        <translation>Zeit am Zeiger</translation>
    </message>
    <message>
        <source>From the mark to the pointer</source>
        <translation>Von der Marke bis zum Zeiger</translation>
    </message>
    <message>
        <source>Visible span</source>
        <translation>Sichtbare Spanne</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>Belegter Speicher</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Memory this program uses</source>
        <translation>Speicher, den dieses Programm benutzt</translation>
    </message>
    <message>
        <source>What was read, repaired and left out</source>
        <translation>Was gelesen, repariert und weggelassen wurde</translation>
    </message>
    <message>
        <source>Stop loading</source>
        <translation>Laden anhalten</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>%1 wird geladen</translation>
    </message>
    <message>
        <source>%1 of %2 read</source>
        <translation>%1 von %2 gelesen</translation>
    </message>
    <message>
        <source>%1 from mark</source>
        <translation>%1 ab Marke</translation>
    </message>
    <message>
        <source>visible %1</source>
        <translation>sichtbar %1</translation>
    </message>
    <message>
        <source>From “%1” to the pointer</source>
        <translation>Von „%1“ bis zum Zeiger</translation>
    </message>
    <message>
        <source>Clocks of the ranks</source>
        <translation>Uhren der Ränge</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rang %1: %2</translation>
    </message>
    <message>
        <source>and more: see the Traces panel</source>
        <translation>und weitere: siehe Panel Traces</translation>
    </message>
</context>
<context>
    <name>kinetoscope::StepPlottable</name>
    <message>
        <source>%1 · at %2</source>
        <translation>%1 · bei %2</translation>
    </message>
    <message>
        <source>%1 · from %2 for %3</source>
        <translation>%1 · ab %2 für %3</translation>
    </message>
    <message>
        <source>Nothing in the visible time</source>
        <translation>Nichts in der sichtbaren Zeit</translation>
    </message>
</context>
<context>
    <name>kinetoscope::ThresholdsPage</name>
    <message>
        <source>From where on something counts: as a finding, a warning, an outlier. They hold for every trace; a panel can still be given its own, and its Reset comes back to these. The command line keeps its defaults: Copy as command names what differs.</source>
        <translation>Ab wann etwas zählt: als Befund, als Warnung, als Ausreißer. Die Schwellen gelten für jeden Trace; ein Panel kann immer noch eigene bekommen, und sein „Zurücksetzen“ kommt auf diese zurück. Die Befehlszeile behält ihre Vorgaben: „Als Befehl kopieren“ nennt, was abweicht.</translation>
    </message>
    <message>
        <source>All defa&amp;ults</source>
        <translation>Alle V&amp;orgaben</translation>
    </message>
</context>
<context>
    <name>kinetoscope::TimelineKeys</name>
    <message>
        <source>This view is stored: %1 shows it again.</source>
        <translation>Diese Ansicht ist gespeichert: %1 zeigt sie wieder.</translation>
    </message>
    <message>
        <source>No view is stored here: %1 stores the one in sight.</source>
        <translation>Hier ist keine Ansicht gespeichert: %1 speichert die sichtbare.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Slices of all tracks over time. W and S zoom, A and D pan, full stop and comma go to the next and previous slice, with Shift to the next one of the same name, square brackets follow launches, M sets a mark, Enter folds a row.</source>
        <translation>Slices aller Spuren über der Zeit. W und S vergrößern und verkleinern, A und D bewegen, Punkt und Komma gehen zum nächsten und vorigen Slice, mit Umschalt zum nächsten desselben Namens, eckige Klammern folgen Launches, M setzt eine Marke, Enter klappt eine Zeile zu.</translation>
    </message>
    <message>
        <source>Scroll tracks</source>
        <translation>Spuren rollen</translation>
    </message>
    <message>
        <source>Scroll pinned tracks</source>
        <translation>Angeheftete Spuren rollen</translation>
    </message>
    <message>
        <source>Every track is hidden.</source>
        <translation>Jede Spur ist verborgen.</translation>
    </message>
    <message>
        <source>No track has “%1” in its name.</source>
        <translation>Keine Spur hat „%1“ im Namen.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::TraceExportDialog</name>
    <message>
        <source>Progress of the export</source>
        <translation>Fortschritt des Exports</translation>
    </message>
    <message>
        <source>Export trace</source>
        <translation>Trace exportieren</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n traces to %1</source>
        <translation>
            <numerusform>%n Trace nach %1 geschrieben</numerusform>
            <numerusform>%n Traces nach %1 geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>What to write</source>
        <translation>Was geschrieben wird</translation>
    </message>
    <message>
        <source>&amp;Write:</source>
        <translation>&amp;Schreiben:</translation>
    </message>
    <message>
        <source>&amp;Ranks:</source>
        <translation>&amp;Ränge:</translation>
    </message>
    <message>
        <source>the lowest; 0,2-5 for others</source>
        <translation>der niedrigste; 0,2-5 für andere</translation>
    </message>
    <message>
        <source>all; or 0,2-5</source>
        <translation>alle; oder 0,2-5</translation>
    </message>
    <message>
        <source>Only those that are marked on the timeline (%1)</source>
        <translation>Nur die, die auf der Zeitleiste markiert sind (%1)</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>&amp;Part:</source>
        <translation>&amp;Teil:</translation>
    </message>
    <message>
        <source>Scope: %1</source>
        <translation>Bereich: %1</translation>
    </message>
    <message>
        <source>Selected: %1 (%2)</source>
        <translation>Ausgewählt: %1 (%2)</translation>
    </message>
    <message>
        <source>Whole traces</source>
        <translation>Ganze Traces</translation>
    </message>
    <message>
        <source>Traces are written whole. Select a range on the timeline, or limit the scope to steps, for a part.</source>
        <translation>Traces werden ganz geschrieben. Für einen Teil auf der Zeitachse einen Abschnitt auswählen oder den Umfang auf Schritte begrenzen.</translation>
    </message>
    <message>
        <source>What belongs to it is written too, each slice whole: launches, GPU work and op stacks.</source>
        <translation>Was dazugehört, wird mitgeschrieben, jedes Slice vollständig: Launches, GPU-Arbeit und Op-Stacks.</translation>
    </message>
    <message>
        <source>Write &amp;trace…</source>
        <translation>&amp;Trace schreiben…</translation>
    </message>
</context>
<context>
    <name>kinetoscope::TraceFactsPage</name>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>The open trace</source>
        <translation>Der offene Trace</translation>
    </message>
    <message>
        <source>Nothing is selected. Click a slice on the timeline.</source>
        <translation>Nichts ist ausgewählt. Klicken Sie auf einen Slice der Zeitleiste.</translation>
    </message>
    <message>
        <source>No trace is open. Drop one on the window, or use File &gt; Open.</source>
        <translation>Es ist kein Trace offen. Ziehen Sie einen auf das Fenster, oder wählen Sie Datei &gt; Öffnen.</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Nothing is selected: there is no slice on the timeline.</source>
        <translation>Nichts ist ausgewählt: Auf der Zeitleiste sind keine Slices.</translation>
    </message>
</context>
<context>
    <name>kinetoscope::TracesPanel</name>
    <message>
        <source>1 trace</source>
        <translation>1 Trace</translation>
    </message>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n Rang</numerusform>
            <numerusform>%n Ränge</numerusform>
        </translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>%1 drawable; the import report counts the others by kind</source>
        <translation>%1 zeichenbar; der Importbericht zählt die anderen nach Art</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Einlesen</translation>
    </message>
    <message>
        <source>Double-click for the import report</source>
        <translation>Doppelklick öffnet den Importbericht</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>World size</source>
        <translation>Größe des Jobs</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>nothing lost</source>
        <translation>nichts verloren</translation>
    </message>
    <message>
        <source>%1 dropped, %2 repaired</source>
        <translation>%1 weggelassen, %2 repariert</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>1 slice</source>
        <translation>1 Slice</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 Slices</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>Host %1</source>
        <translation>Host %1</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n Thread</numerusform>
            <numerusform>%n Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>1 stream</source>
        <translation>1 Stream</translation>
    </message>
    <message numerus="yes">
        <source>%n streams</source>
        <translation>
            <numerusform>%n Stream</numerusform>
            <numerusform>%n Streams</numerusform>
        </translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Trace</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Traces</source>
        <translation>Traces</translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>Importbericht</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Geladen</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n ranks</source>
        <translation>
            <numerusform>%1 von %n Rang</numerusform>
            <numerusform>%1 von %n Rängen</numerusform>
        </translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
    <message>
        <source>summary only</source>
        <translation>nur Zusammenfassung</translation>
    </message>
    <message>
        <source>listed</source>
        <translation>aufgeführt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>Nicht geladen</translation>
    </message>
    <message>
        <source>Double-click to load it</source>
        <translation>Doppelklick lädt ihn</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>From the first to the last event, marks and spans of the profiler itself included, as the end of its record window. The work spans %1.</source>
        <translation>Vom ersten bis zum letzten Ereignis, Marken und Spannen des Profilers selbst eingeschlossen, etwa das Ende seines Aufzeichnungsfensters. Die Arbeit umfasst %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n (%1 to %2)</source>
        <translation>
            <numerusform>%n (%1 bis %2)</numerusform>
            <numerusform>%n (%1 bis %2)</numerusform>
        </translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
</context>
<context>
    <name>kinetoscope::TrackFilterBox</name>
    <message>
        <source>Filter tracks</source>
        <translation>Spuren filtern</translation>
    </message>
    <message>
        <source>%1 of %2 tracks</source>
        <translation>%1 von %2 Spuren</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>kinetoscope::TrackMenu</name>
    <message>
        <source>Un&amp;pin</source>
        <translation>&amp;Lösen</translation>
    </message>
    <message>
        <source>&amp;Pin to the top</source>
        <translation>Oben an&amp;heften</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>&amp;Hide rank</source>
        <translation>&amp;Rang verbergen</translation>
    </message>
    <message>
        <source>&amp;Hide steps</source>
        <translation>&amp;Schritte verbergen</translation>
    </message>
    <message>
        <source>&amp;Hide track</source>
        <translation>&amp;Spur verbergen</translation>
    </message>
    <message>
        <source>&amp;Hide device</source>
        <translation>&amp;Gerät verbergen</translation>
    </message>
    <message>
        <source>&amp;Hide process</source>
        <translation>&amp;Prozess verbergen</translation>
    </message>
    <message>
        <source>&amp;Show hidden tracks (%1)</source>
        <translation>&amp;Verborgene Spuren zeigen (%1)</translation>
    </message>
    <message>
        <source>&amp;Reset track order</source>
        <translation>&amp;Reihenfolge der Spuren zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Filter tracks…</source>
        <translation>Spuren &amp;filtern…</translation>
    </message>
</context>
<context>
    <name>kinetoscope::WritingDialog</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Go on in the background</source>
        <translation>Im Hintergrund weiterarbeiten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Closes this window; the status bar shows the progress</source>
        <translation>Schließt dieses Fenster; die Statusleiste zeigt den Fortschritt</translation>
    </message>
</context>
<context>
    <name>latest-job</name>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>Dafür ist nicht genug Speicher da.</translation>
    </message>
    <message>
        <source>The system gives no thread for this: its limit of processes is reached.</source>
        <translation>Das System gibt hierfür keinen Thread her: Die Höchstzahl der Prozesse ist erreicht.</translation>
    </message>
</context>
<context>
    <name>launch-overlap</name>
    <message>
        <source>no launch of a kernel in this scope; record with %1.</source>
        <translation>kein Launch eines Kernels in diesem Umfang; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>kernels without a launch in the trace: %1; launches without a kernel: %2; they take no part.</source>
        <translation>Kernel ohne Launch im Trace: %1; Launches ohne Kernel: %2; sie nehmen nicht teil.</translation>
    </message>
    <message>
        <source>in %1 of %2 pairs of neighbours a kernel still runs when the next one of its stream begins.</source>
        <translation>in %1 von %2 Nachbarpaaren läuft ein Kernel noch, wenn der nächste seines Streams beginnt.</translation>
    </message>
    <message>
        <source>in %1 of %2 pairs of neighbours a launch call has not ended when the next one begins.</source>
        <translation>in %1 von %2 Nachbarpaaren ist ein Launch noch nicht beendet, wenn der nächste beginnt.</translation>
    </message>
    <message>
        <source>in %1 of %2 pairs of neighbours the kernel of a launch call still runs when the next call begins.</source>
        <translation>in %1 von %2 Nachbarpaaren läuft der Kernel eines Launches noch, wenn der nächste Aufruf beginnt.</translation>
    </message>
    <message>
        <source>no launch of a kernel in this scope.</source>
        <translation>kein Launch eines Kernels in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>load-job</name>
    <message>
        <source>there is not enough memory to load this trace.</source>
        <translation>es ist nicht genug Speicher da, um diesen Trace zu laden.</translation>
    </message>
    <message>
        <source>the system gives no thread to load it with: its limit of processes is reached.</source>
        <translation>das System gibt keinen Thread zum Laden her: Die Höchstzahl der Prozesse ist erreicht.</translation>
    </message>
</context>
<context>
    <name>loader</name>
    <message>
        <source>There is not enough memory to load %1.</source>
        <translation>Es ist nicht genug Speicher da, um %1 zu laden.</translation>
    </message>
    <message>
        <source>%1 is damaged.</source>
        <translation>%1 ist beschädigt.</translation>
    </message>
    <message>
        <source>The system gives no thread to load %1 with: its limit of processes is reached.</source>
        <translation>Das System gibt keinen Thread her, um %1 zu laden: Die Höchstzahl der Prozesse ist erreicht.</translation>
    </message>
</context>
<context>
    <name>main-window-menus</name>
    <message>
        <source>A picture&apos;s name ends in .png, .svg or .pdf.</source>
        <translation>Der Name eines Bildes endet auf .png, .svg oder .pdf.</translation>
    </message>
</context>
<context>
    <name>memory-bandwidth</name>
    <message>
        <source>no copy or fill of device memory in this scope; record with %1 to have them.</source>
        <translation>kein Kopieren oder Füllen von Gerätespeicher in diesem Umfang; zeichnen Sie mit %1 auf, um sie zu haben.</translation>
    </message>
    <message>
        <source>%1 of %2 copies have neither a bandwidth nor a size and count as 0 GB/s.</source>
        <translation>%1 von %2 Kopien haben weder Bandbreite noch Größe und zählen als 0 GB/s.</translation>
    </message>
    <message>
        <source>no copy or fill of device memory in this scope.</source>
        <translation>keine Kopie und kein Füllen von Gerätespeicher in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>memory-guard</name>
    <message>
        <source>This does not fit the memory limit.</source>
        <translation>Das passt nicht in die Speichergrenze.</translation>
    </message>
</context>
<context>
    <name>memory-timeline</name>
    <message>
        <source>No memory record lies in this scope.</source>
        <translation>Kein Speichereintrag liegt in diesem Umfang.</translation>
    </message>
    <message>
        <source>no [memory] records in this trace; record with %1.</source>
        <translation>keine [memory]-Einträge in diesem Trace; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>the records of %1 have no totals: what is in use counts from the start of the recording.</source>
        <translation>die Einträge von %1 haben keine Summen: was belegt ist, zählt ab Beginn der Aufzeichnung.</translation>
    </message>
    <message>
        <source>the records of %1 have no totals: what is in use counts from the start of the recording. It falls to %2 below zero, since memory is freed whose allocation was not recorded, as of what was allocated before.</source>
        <translation>die Einträge von %1 haben keine Summen: was belegt ist, zählt ab Beginn der Aufzeichnung. Es fällt bis %2 unter null, weil Speicher freigegeben wird, dessen Belegung nicht aufgezeichnet wurde, etwa weil sie davor lag.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>of the %1 that %2 holds at its peak, %3 were allocated in view; the outermost ops that asked for most of it: %4.</source>
        <translation>von den %1, die %2 im Höchststand hält, wurden %3 im Blick angefordert; die äußersten Ops, die das meiste davon angefordert haben: %4.</translation>
    </message>
    <message>
        <source>no [memory] records in this part of the recording.</source>
        <translation>keine [memory]-Einträge in diesem Teil der Aufzeichnung.</translation>
    </message>
    <message>
        <source>no [memory] records in this trace: files that PyTorch writes without Kineto have none.</source>
        <translation>keine [memory]-Einträge in diesem Trace: Dateien, die PyTorch ohne Kineto schreibt, haben keine.</translation>
    </message>
    <message>
        <source>of the %1 that are counted at the peak of %2, %3 were allocated in view; the outermost ops that asked for most of it: %4.</source>
        <translation>von den %1, die im Höchststand von %2 gezählt sind, wurden %3 im Blick angefordert; die äußersten Ops, die das meiste davon angefordert haben: %4.</translation>
    </message>
    <message>
        <source>PyTorch counts memory of the CPU only while it records memory: what was allocated at other times, as parameters often are, is not in these totals.</source>
        <translation>PyTorch zählt Speicher der CPU nur, während es Speicher aufzeichnet: Was zu anderer Zeit angefordert wurde, wie oft Parameter, fehlt in diesen Summen.</translation>
    </message>
    <message>
        <source>of the %1 in use at the peak most are of the categories %2.</source>
        <translation>von den %1, die am Höchststand belegt sind, gehört das meiste zu den Kategorien %2.</translation>
    </message>
</context>
<context>
    <name>name-pattern</name>
    <message>
        <source>A regular expression may have at most %1 bytes; %2 has %3.</source>
        <translation>Ein regulärer Ausdruck darf höchstens %1 Bytes haben; %2 hat %3.</translation>
    </message>
    <message>
        <source>%1 is not a regular expression this program takes: %2.</source>
        <translation>%1 ist kein regulärer Ausdruck, den dieses Programm nimmt: %2.</translation>
    </message>
    <message>
        <source>%1 is too large once its repetitions are written out.</source>
        <translation>%1 ist zu groß, wenn die Wiederholungen ausgeschrieben sind.</translation>
    </message>
</context>
<context>
    <name>not-a-trace</name>
    <message>
        <source>is a ZIP archive; unpack it and open what is inside.</source>
        <translation>ist ein ZIP-Archiv; packen Sie es aus und öffnen Sie, was darin ist.</translation>
    </message>
    <message>
        <source>is compressed with Zstandard; unpack it with zstd -d first.</source>
        <translation>ist mit Zstandard komprimiert; packen Sie es zuerst mit zstd -d aus.</translation>
    </message>
    <message>
        <source>is compressed with xz; unpack it with xz -d first.</source>
        <translation>ist mit xz komprimiert; packen Sie es zuerst mit xz -d aus.</translation>
    </message>
    <message>
        <source>is compressed with bzip2; unpack it with bzip2 -d first.</source>
        <translation>ist mit bzip2 komprimiert; packen Sie es zuerst mit bzip2 -d aus.</translation>
    </message>
    <message>
        <source>is compressed with LZ4; unpack it with lz4 -d first.</source>
        <translation>ist mit LZ4 komprimiert; packen Sie es zuerst mit lz4 -d aus.</translation>
    </message>
    <message>
        <source>looks like a Perfetto protobuf trace; only JSON traces can be read.</source>
        <translation>sieht wie ein Perfetto-Trace in Protobuf aus; nur Traces in JSON können gelesen werden.</translation>
    </message>
    <message>
        <source>is encoded in UTF-16; convert it to UTF-8 first.</source>
        <translation>ist in UTF-16 kodiert; wandeln Sie es zuerst in UTF-8 um.</translation>
    </message>
    <message>
        <source>is encoded in UTF-32; convert it to UTF-8 first.</source>
        <translation>ist in UTF-32 kodiert; wandeln Sie es zuerst in UTF-8 um.</translation>
    </message>
    <message>
        <source>is empty.</source>
        <translation>ist leer.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>holds nothing but white space.</source>
        <translation>enthält nichts als Leerraum.</translation>
    </message>
    <message>
        <source>is compressed twice; unpack it once with gunzip first.</source>
        <translation>ist zweimal komprimiert; packen Sie es zuerst einmal mit gunzip aus.</translation>
    </message>
    <message>
        <source>is a Git LFS pointer, not the file itself; fetch it with git lfs pull.</source>
        <translation>ist ein Verweis von Git LFS, nicht die Datei selbst; holen Sie sie mit git lfs pull.</translation>
    </message>
    <message>
        <source>looks like HTML or XML, perhaps a saved error page, not a trace.</source>
        <translation>sieht wie HTML oder XML aus, vielleicht eine gespeicherte Fehlerseite, kein Trace.</translation>
    </message>
    <message>
        <source>is written with single quotes (a Python dictionary), which is not JSON.</source>
        <translation>ist mit einfachen Anführungszeichen geschrieben (ein Python-Wörterbuch), was kein JSON ist.</translation>
    </message>
    <message>
        <source>holds one event a line without an array around them; wrap them in [ ] with commas.</source>
        <translation>enthält ein Ereignis je Zeile ohne ein Array darum; fassen Sie sie in [ ] mit Kommas.</translation>
    </message>
    <message>
        <source>ends at byte %1 before any traceEvents.</source>
        <translation>endet bei Byte %1 vor traceEvents.</translation>
    </message>
    <message>
        <source>is an execution trace (ExecutionTraceObserver), not a profiler trace.</source>
        <translation>ist ein Execution Trace (ExecutionTraceObserver), kein Profiler-Trace.</translation>
    </message>
    <message>
        <source>is JSON but holds no traceEvents array.</source>
        <translation>ist JSON, enthält aber kein Array traceEvents.</translation>
    </message>
    <message>
        <source>is no JSON and no text.</source>
        <translation>ist weder JSON noch Text.</translation>
    </message>
    <message>
        <source>is no JSON: it begins with %1.</source>
        <translation>ist kein JSON: es beginnt mit %1.</translation>
    </message>
    <message>
        <source>is a tar archive; unpack it and open what is inside.</source>
        <translation>ist ein tar-Archiv; packen Sie es aus und öffnen Sie, was darin ist.</translation>
    </message>
</context>
<context>
    <name>not-there</name>
    <message>
        <source>There is no rank %1 in %2: it has no ranks.</source>
        <translation>Es gibt keinen Rang %1 in %2: es hat keine Ränge.</translation>
    </message>
    <message>
        <source>There is no step %1 in %2: it has no steps.</source>
        <translation>Es gibt keinen Schritt %1 in %2: es hat keine Schritte.</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>There is no rank %1 in %2: it has %3.</source>
        <translation>Es gibt keinen Rang %1 in %2: es hat %3.</translation>
    </message>
    <message>
        <source>There is no step %1 in %2: it has %3.</source>
        <translation>Es gibt keinen Schritt %1 in %2: es hat %3.</translation>
    </message>
</context>
<context>
    <name>op-kernel-delays</name>
    <message>
        <source>No ATen op in this scope launches GPU work: record ops and GPU work together, with %1.</source>
        <translation>Keine ATen-Op in diesem Umfang startet GPU-Arbeit: zeichnen Sie Ops und GPU-Arbeit zusammen auf, mit %1.</translation>
    </message>
    <message>
        <source>No ATen op in this scope launches GPU work.</source>
        <translation>Keine ATen-Op in diesem Umfang startet GPU-Arbeit.</translation>
    </message>
</context>
<context>
    <name>operators</name>
    <message>
        <source>no nn.Module call in this scope; record with %1 or %2 to have them.</source>
        <translation>kein nn.Module-Aufruf in diesem Umfang; zeichnen Sie mit %1 oder %2 auf, um sie zu haben.</translation>
    </message>
    <message>
        <source>no host op in this scope; record with %1.</source>
        <translation>keine Host-Op in diesem Umfang; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>no op tells its input shapes; record with %1.</source>
        <translation>keine Op sagt ihre Eingabeformen; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>no op tells its Python stack; record with %1.</source>
        <translation>keine Op sagt ihren Python-Stapel; zeichnen Sie mit %1 auf.</translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity launched by no module (%2) is in no row.</source>
        <comment>%1 GPU activities launched by no module (%2) are in no row.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität, die kein Modul gestartet hat (%2), ist in keiner Zeile.</numerusform>
            <numerusform>%1 GPU-Aktivitäten, die kein Modul gestartet hat (%2), sind in keiner Zeile.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity without a launch in this scope (%2) is in no row.</source>
        <comment>%1 GPU activities without a launch in this scope (%2) are in no row.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität ohne Launch in diesem Umfang (%2) ist in keiner Zeile.</numerusform>
            <numerusform>%1 GPU-Aktivitäten ohne Launch in diesem Umfang (%2) sind in keiner Zeile.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity (%2) was launched in no op; it counts for the annotation or call around the launch, while key_averages() leaves it out.</source>
        <comment>%1 GPU activities (%2) were launched in no op; they count for the annotation or call around the launch, while key_averages() leaves it out.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität (%2) wurde in keiner Op gestartet; sie zählt zu der Annotation oder dem Aufruf um den Launch, während key_averages() sie weglässt.</numerusform>
            <numerusform>%1 GPU-Aktivitäten (%2) wurden in keiner Op gestartet; sie zählen zu der Annotation oder dem Aufruf um den Launch, während key_averages() sie weglässt.</numerusform>
        </translation>
    </message>
    <message>
        <source>no host op in this scope.</source>
        <translation>keine Host-Op in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>options</name>
    <message>
        <source>a size is WIDTHxHEIGHT in pixels, each from 64 to 16384, for example 1600x900</source>
        <translation>eine Größe ist BREITExHÖHE in Pixeln, je von 64 bis 16384, zum Beispiel 1600x900</translation>
    </message>
</context>
<context>
    <name>overlays</name>
    <message>
        <source>The trace has no GPU work: record with %1.</source>
        <translation>Der Trace hat keine GPU-Arbeit: zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>No stream has two kernels with a gap between them.</source>
        <translation>Kein Stream hat zwei Kernel mit einer Lücke dazwischen.</translation>
    </message>
    <message>
        <source>No kernel says its achieved occupancy: Kineto writes it for CUDA kernels recorded with %1.</source>
        <translation>Kein Kernel sagt seine erreichte Belegung: Kineto schreibt sie für CUDA-Kernel, die mit %1 aufgezeichnet wurden.</translation>
    </message>
    <message>
        <source>queue length</source>
        <translation>Warteschlangenlänge</translation>
    </message>
    <message>
        <source>queue length of stream %1</source>
        <translation>Warteschlangenlänge von Stream %1</translation>
    </message>
    <message>
        <source>active kernels</source>
        <translation>aktive Kernel</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>%1 bandwidth</source>
        <translation>Bandbreite %1</translation>
    </message>
    <message>
        <source>allocated memory</source>
        <translation>belegter Speicher</translation>
    </message>
    <message>
        <source>allocated memory of %1</source>
        <translation>belegter Speicher von %1</translation>
    </message>
    <message>
        <source>reserved memory</source>
        <translation>reservierter Speicher</translation>
    </message>
    <message>
        <source>reserved memory of %1</source>
        <translation>reservierter Speicher von %1</translation>
    </message>
    <message>
        <source>achieved occupancy</source>
        <translation>erreichte Belegung</translation>
    </message>
    <message>
        <source>There is no recorded time to walk through.</source>
        <translation>Es gibt keine aufgezeichnete Zeit, durch die ein Pfad führen könnte.</translation>
    </message>
    <message>
        <source>No device has two pieces of work with a gap between them.</source>
        <translation>Kein Gerät hat zwei Arbeiten mit einer Lücke dazwischen.</translation>
    </message>
    <message>
        <source>No rank waits for another one in a collective.</source>
        <translation>Kein Rang wartet in einer Kollektivoperation auf einen anderen.</translation>
    </message>
</context>
<context>
    <name>overview</name>
    <message>
        <source>GPU time in view</source>
        <translation>GPU-Zeit im Blick</translation>
    </message>
    <message>
        <source>%1 (%2 of GPU time in view)</source>
        <translation>%1 (%2 der GPU-Zeit im Blick)</translation>
    </message>
    <message>
        <source>, %1 of it at one time</source>
        <translation>, davon %1 auf einmal</translation>
    </message>
    <message>
        <source>, %1 each on average</source>
        <translation>, im Mittel je %1</translation>
    </message>
    <message>
        <source> (%1 of it in %2)</source>
        <translation> (davon %1 in %2)</translation>
    </message>
    <message>
        <source> (%1 of it in %2 in %3)</source>
        <translation> (davon %1 in %2 in %3)</translation>
    </message>
    <message>
        <source> (%1 of it after %2)</source>
        <translation> (davon %1 nach %2)</translation>
    </message>
    <message>
        <source>, at one time</source>
        <translation>, auf einmal</translation>
    </message>
    <message>
        <source>, %1 times%2</source>
        <translation>, %1-mal%2</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in its data loader%2%3: more workers, prefetching or less work per sample may hide it.</source>
        <translation>Die GPU läuft %1 leer, während der Host in seinem Data Loader ist%2%3: mehr Worker, Vorladen oder weniger Arbeit je Probe können das verdecken.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host allocates or frees memory%2%3: PyTorch&apos;s caching allocator makes few such calls once it is warm, libraries with buffers of their own make more.</source>
        <translation>Die GPU läuft %1 leer, während der Host Speicher anfordert oder freigibt%2%3: der Caching-Allocator von PyTorch macht wenige solcher Aufrufe, sobald er warm ist, Bibliotheken mit eigenen Puffern machen mehr.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host loads code or sets something up%2%3: usually only first calls do so; record after some steps of warm-up to leave them out.</source>
        <translation>Die GPU läuft %1 leer, während der Host Code lädt oder etwas einrichtet%2%3: meist tun das nur erste Aufrufe; zeichnen Sie nach einigen Aufwärmschritten auf, um sie wegzulassen.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host compiles code%2%3: usually only first steps do so; record after some steps of warm-up to leave them out.</source>
        <translation>Die GPU läuft %1 leer, während der Host Code übersetzt%2%3: meist tun das nur erste Schritte; zeichnen Sie nach einigen Aufwärmschritten auf, um sie wegzulassen.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in work of the profiler itself%2%3: without recording it is gone.</source>
        <translation>Die GPU läuft %1 leer, während der Host in Arbeit des Profilers selbst ist%2%3: ohne Aufzeichnung ist das weg.</translation>
    </message>
    <message numerus="yes">
        <source>%1 gap</source>
        <comment>%1 gaps</comment>
        <translation>
            <numerusform>%1 Lücke</numerusform>
            <numerusform>%1 Lücken</numerusform>
        </translation>
    </message>
    <message>
        <source>; meanwhile the host is in %1</source>
        <translation>; währenddessen ist der Host in %1</translation>
    </message>
    <message>
        <source> while the host is in launch calls</source>
        <translation>, während der Host in Launch-Aufrufen ist</translation>
    </message>
    <message>
        <source> between launch calls and the start of what they launched</source>
        <translation> zwischen Launch-Aufrufen und dem Anfang dessen, was sie gestartet haben</translation>
    </message>
    <message>
        <source> while work is launched: %1 in launch calls, %2 from their return to the start of the work</source>
        <translation>, während Arbeit gestartet wird: %1 in Launch-Aufrufen, %2 von deren Rückkehr bis zum Anfang der Arbeit</translation>
    </message>
    <message>
        <source>; of the kernel launches of up to %1, those of graphs aside, %2 take the host longer than their kernels take the GPU, %3 for %4 of work: fused kernels (torch.compile) need fewer launches</source>
        <translation>; von den Kernel-Launches bis %1, die von Graphen ausgenommen, kosten %2 den Host mehr Zeit als ihre Kernel die GPU, %3 für %4 Arbeit: verschmolzene Kernel (torch.compile) brauchen weniger Launches</translation>
    </message>
    <message>
        <source>; of the kernel launches of up to %1, %2 take the host longer than their kernels take the GPU, %3 for %4 of work: fused kernels (torch.compile) or CUDA graphs need fewer launches</source>
        <translation>; von den Kernel-Launches bis %1 kosten %2 den Host mehr Zeit als ihre Kernel die GPU, %3 für %4 Arbeit: verschmolzene Kernel (torch.compile) oder CUDA-Graphen brauchen weniger Launches</translation>
    </message>
    <message>
        <source>, in %1%2</source>
        <translation>, in %1%2</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host allocates or frees memory in calls of 100 ms or more%2%3; they come again in the second half of the GPU time in view, so warm-up does not take them away.</source>
        <translation>Die GPU läuft %1 leer, während der Host in Aufrufen von 100 ms oder mehr Speicher anlegt oder freigibt%2%3; sie kommen in der zweiten Hälfte der GPU-Zeit im Blick wieder, Aufwärmen nimmt sie also nicht weg.</translation>
    </message>
    <message>
        <source>its %1 GPUs are taken as one here, which is idle when none of them runs anything. GPU %2 alone is idle for %3 (%4 of its time in view): Idle causes tells them apart.</source>
        <translation>seine %1 GPUs gelten hier als eine, die leer läuft, wenn auf keiner etwas läuft. GPU %2 allein läuft %3 leer (%4 ihrer Zeit im Blick): „Ursachen des Leerlaufs“ hält sie auseinander.</translation>
    </message>
    <message>
        <source>Each saving is that of one change alone: several together may save less than their sum.</source>
        <translation>Jede Ersparnis ist die einer Änderung allein: mehrere zusammen sparen vielleicht weniger als ihre Summe.</translation>
    </message>
    <message>
        <source>; it is before the first recorded work of a stream, so the GPU may have been busy with work that was not recorded</source>
        <translation>; es liegt vor der ersten aufgezeichneten Arbeit eines Streams, die GPU kann also mit nicht aufgezeichneter Arbeit beschäftigt gewesen sein</translation>
    </message>
    <message>
        <source>; %1 is before the first recorded work of a stream, so the GPU may have been busy with work that was not recorded</source>
        <translation>; %1 liegt vor der ersten aufgezeichneten Arbeit eines Streams, die GPU kann also mit nicht aufgezeichneter Arbeit beschäftigt gewesen sein</translation>
    </message>
    <message>
        <source>Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4%5.</source>
        <translation>Zwischen Arbeit, die aufeinander folgt, läuft die GPU %1 leer, in %2 kürzer als %3%4%5.</translation>
    </message>
    <message>
        <source>Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4: the price of many small kernels, which fewer and larger ones would lower; most are launched by graphs%5.</source>
        <translation>Zwischen Arbeit, die aufeinander folgt, läuft die GPU %1 leer, in %2 kürzer als %3%4: der Preis vieler kleiner Kernel, den weniger und größere senken würden; die meisten werden von Graphen gestartet%5.</translation>
    </message>
    <message>
        <source>Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4: the price of many small kernels, which fewer and larger ones, or CUDA graphs, would lower%5.</source>
        <translation>Zwischen Arbeit, die aufeinander folgt, läuft die GPU %1 leer, in %2 kürzer als %3%4: der Preis vieler kleiner Kernel, den weniger und größere oder CUDA-Graphen senken würden%5.</translation>
    </message>
    <message>
        <source>The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue, and its stream had been told to wait for an event%5.</source>
        <translation>Die GPU läuft %1 leer, in %2 von %3 oder mehr%4: was als Nächstes läuft, war in seiner Warteschlange, und sein Stream sollte auf ein Ereignis warten%5.</translation>
    </message>
    <message>
        <source>The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue by then, so the host is not the reason; it may wait for another stream, an event, another rank or another program on the GPU, or begin slowly, as first uses do%5.</source>
        <translation>Die GPU läuft %1 leer, in %2 von %3 oder mehr%4: was als Nächstes läuft, war bis dahin in seiner Warteschlange, der Host ist also nicht der Grund; es kann auf einen anderen Stream, ein Ereignis, einen anderen Rang oder ein anderes Programm auf der GPU warten oder langsam beginnen, wie es beim ersten Mal geschieht%5.</translation>
    </message>
    <message>
        <source>recorded time</source>
        <translation>aufgezeichneter Zeit</translation>
    </message>
    <message>
        <source> before the first GPU activity</source>
        <translation> vor der ersten GPU-Aktivität</translation>
    </message>
    <message>
        <source> after the last GPU activity</source>
        <translation> nach der letzten GPU-Aktivität</translation>
    </message>
    <message>
        <source> before the first and after the last GPU activity (%1 and %2)</source>
        <translation> vor der ersten und nach der letzten GPU-Aktivität (%1 und %2)</translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in %2</source>
        <translation>; für %1 davon ist der Haupt-Thread in %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>One kernel that only waits, %1%2: what it waits for is to be found, not sped up here.</source>
        <translation>Ein Kernel, der nur wartet, %1%2: worauf er wartet, ist zu finden, nicht er selbst zu beschleunigen.</translation>
    </message>
    <message numerus="yes">
        <source>%2, takes %3 in %1 call, %4 of busy GPU time</source>
        <comment>%2, takes %3 in %1 calls, %4 of busy GPU time</comment>
        <translation>
            <numerusform>%2 braucht %3 in %1 Aufruf, %4 der belegten GPU-Zeit</numerusform>
            <numerusform>%2 braucht %3 in %1 Aufrufen, %4 der belegten GPU-Zeit</numerusform>
        </translation>
    </message>
    <message>
        <source>Matrix products in float32 that use no tensor cores take %1%2: torch.set_float32_matmul_precision(&apos;high&apos;) lets them run as TF32, where that precision will do.</source>
        <translation>Matrixprodukte in float32, die keine Tensor-Kerne benutzen, dauern %1%2: torch.set_float32_matmul_precision(&apos;high&apos;) lässt sie als TF32 laufen, wo diese Genauigkeit reicht.</translation>
    </message>
    <message>
        <source>Kernels that only convert between memory layouts take %1%2: keeping model and inputs in one layout (channels_last) avoids them.</source>
        <translation>Kernel, die nur zwischen Speicheranordnungen umwandeln, dauern %1%2: Modell und Eingaben in einer Anordnung zu halten (channels_last) vermeidet sie.</translation>
    </message>
    <message>
        <source>; it runs alone for %1 of %2</source>
        <translation>; er läuft allein für %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%2 in %1 kernel, %3 of busy GPU time</source>
        <comment>%2 in %1 kernels, %3 of busy GPU time</comment>
        <translation>
            <numerusform>%2 in %1 Kernel, %3 der belegten GPU-Zeit</numerusform>
            <numerusform>%2 in %1 Kerneln, %3 der belegten GPU-Zeit</numerusform>
        </translation>
    </message>
    <message>
        <source>, and run alone for %1</source>
        <translation>, und laufen allein für %1</translation>
    </message>
    <message>
        <source>self time of host ops</source>
        <translation>Eigenzeit der Host-Ops</translation>
    </message>
    <message>
        <source>graph calls</source>
        <translation>Graph-Aufrufe</translation>
    </message>
    <message>
        <source>launch calls</source>
        <translation>Launch-Aufrufe</translation>
    </message>
    <message>
        <source>copy calls</source>
        <translation>Kopieraufrufe</translation>
    </message>
    <message>
        <source>other API calls</source>
        <translation>andere API-Aufrufe</translation>
    </message>
    <message>
        <source>synchronisation</source>
        <translation>Synchronisation</translation>
    </message>
    <message>
        <source>the host&apos;s part of collectives</source>
        <translation>der Anteil des Hosts an Kollektivoperationen</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>code that was not recorded</source>
        <translation>Code, der nicht aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>annotations in which no op or call runs</source>
        <translation>Annotationen, in denen keine Op und kein Aufruf läuft</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>andere Arbeit</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rang %1: %2</translation>
    </message>
    <message>
        <source>with no time in data loading</source>
        <translation>ohne Zeit im Laden der Daten</translation>
    </message>
    <message>
        <source>with no time in allocation</source>
        <translation>ohne Zeit für Speicheranforderungen</translation>
    </message>
    <message>
        <source>with no loading of code</source>
        <translation>ohne Laden von Code</translation>
    </message>
    <message>
        <source>with no loading of code and no time in allocation</source>
        <translation>ohne Laden von Code und ohne Zeit für Speicheranforderungen</translation>
    </message>
    <message>
        <source>with no compilation</source>
        <translation>ohne Übersetzen</translation>
    </message>
    <message>
        <source>with no time in the profiler</source>
        <translation>ohne Zeit im Profiler</translation>
    </message>
    <message>
        <source>with no synchronisation and no blocking copy, also where they outlast the recorded work</source>
        <translation>ohne Synchronisation und ohne blockierende Kopie, auch wo sie die aufgezeichnete Arbeit überdauern</translation>
    </message>
    <message>
        <source>with no synchronisation and no blocking copy</source>
        <translation>ohne Synchronisation und blockierende Kopien</translation>
    </message>
    <message>
        <source>with launch calls that take no time</source>
        <translation>mit Launch-Aufrufen, die keine Zeit kosten</translation>
    </message>
    <message>
        <source>with no communication</source>
        <translation>ohne Kommunikation</translation>
    </message>
    <message>
        <source>, without %1 in which it waits for rank %2</source>
        <translation>, ohne %1, in denen sie auf Rang %2 wartet</translation>
    </message>
    <message>
        <source>Communication that no computation hides takes %1%4; of %2 of communication, waiting for other ranks included, %3 runs beside computation.</source>
        <translation>Kommunikation, die kein Rechnen verdeckt, braucht %1%4; von %2 Kommunikation, Warten auf andere Ränge eingeschlossen, läuft %3 neben dem Rechnen.</translation>
    </message>
    <message>
        <source>with no copies</source>
        <translation>ohne Kopien</translation>
    </message>
    <message>
        <source>with it twice as fast</source>
        <translation>bei doppelter Geschwindigkeit</translation>
    </message>
    <message>
        <source>One kernel, %1%2.</source>
        <translation>Ein Kernel, %1%2.</translation>
    </message>
    <message>
        <source>with none of them</source>
        <translation>ohne sie</translation>
    </message>
    <message>
        <source>with them twice as fast</source>
        <translation>bei doppelter Geschwindigkeit</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that it computed longer before.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass er vorher länger gerechnet hat.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is other communication before.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund andere Kommunikation davor.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that it copied longer before.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass er vorher länger kopiert hat.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is other work of its GPU before.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund andere Arbeit seiner GPU davor.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host launched work late.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host Arbeit spät gestartet hat.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host launched work late: before them it spent more time on %2 than others.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host Arbeit spät gestartet hat: Davor war er länger als andere mit %2 beschäftigt.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason was not recorded: its recording began later than that of others.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund nicht aufgezeichnet: Seine Aufzeichnung begann später als die anderer.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is idle time between its kernels.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund Leerlauf zwischen seinen Kerneln.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is idle time that nothing recorded explains.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund Leerlauf, den nichts Aufgezeichnetes erklärt.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its collectives overlap.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sich seine Kollektive überlappen.</translation>
    </message>
    <message>
        <source>GPU time in view of a rank that waits</source>
        <translation>GPU-Zeit im Blick eines wartenden Rangs</translation>
    </message>
    <message>
        <source> Why it comes late is not known.</source>
        <translation> Warum er zu spät kommt, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 Estimated saving %2: none.</source>
        <translation>%1 Geschätzte Ersparnis %2: keine.</translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in %2, for work that was not recorded</source>
        <translation>; für %1 davon wartet der Haupt-Thread in %2 auf Arbeit, die nicht aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>; the first one had been launched %1 before it started, so the GPU may have been busy with work that was not recorded</source>
        <translation>; die erste war %1 vor ihrem Beginn gestartet worden, die GPU kann also mit nicht aufgezeichneter Arbeit beschäftigt gewesen sein</translation>
    </message>
    <message>
        <source>with no communication, these waits included</source>
        <translation>ohne Kommunikation, dieses Warten eingeschlossen</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>communication that no computation hides</source>
        <translation>Kommunikation, die keine Berechnung verdeckt</translation>
    </message>
    <message>
        <source>copies that nothing hides</source>
        <translation>Kopien, die nichts verdeckt</translation>
    </message>
    <message>
        <source>other GPU work</source>
        <translation>andere GPU-Arbeit</translation>
    </message>
    <message>
        <source>waiting of the GPU for the host</source>
        <translation>Warten der GPU auf den Host</translation>
    </message>
    <message>
        <source>short gaps between pieces of work</source>
        <translation>kurze Lücken zwischen Arbeiten</translation>
    </message>
    <message>
        <source>waiting of queued work</source>
        <translation>Warten von Arbeit in der Warteschlange</translation>
    </message>
    <message>
        <source>, %1 of the time in %2</source>
        <translation>, %1 der Zeit in %2</translation>
    </message>
    <message>
        <source>, %1 of the time in %2 in %3</source>
        <translation>, %1 der Zeit in %2 in %3</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>Matrixprodukte</translation>
    </message>
    <message>
        <source>Convolutions</source>
        <translation>Faltungen</translation>
    </message>
    <message>
        <source>Convolutions of the backward pass</source>
        <translation>Faltungen des Rückwärtsdurchlaufs</translation>
    </message>
    <message>
        <source>Calls of attention</source>
        <translation>Aufrufe der Attention</translation>
    </message>
    <message>
        <source>Calls of attention of the backward pass</source>
        <translation>Aufrufe der Attention im Rückwärtsdurchlauf</translation>
    </message>
    <message>
        <source>Element-wise ops</source>
        <translation>Elementweise Ops</translation>
    </message>
    <message>
        <source>Reductions</source>
        <translation>Reduktionen</translation>
    </message>
    <message>
        <source>Calls of the kind %1</source>
        <translation>Aufrufe der Art %1</translation>
    </message>
    <message>
        <source>%1, all shapes together,</source>
        <translation>%1 aller Formen zusammen</translation>
    </message>
    <message>
        <source>%1 (%2, shapes %3)</source>
        <translation>%1 (%2, Formen %3)</translation>
    </message>
    <message>
        <source>with them at what the peaks allow</source>
        <translation>beim Erreichen dessen, was die Spitzenwerte erlauben</translation>
    </message>
    <message>
        <source>%1 are small: each takes %2 on average, where the GPU&apos;s peaks allow %3. They take %4; fused or batched, fewer of them would do the same.</source>
        <translation>%1 sind klein: jeder Aufruf dauert im Mittel %2, wo die Spitzenwerte der GPU %3 erlauben. Sie brauchen %4; zusammengefasst oder gebündelt täten weniger Aufrufe dasselbe.</translation>
    </message>
    <message>
        <source>%1 reach %2 of the GPU&apos;s peak rate. They take %3.</source>
        <translation>%1 erreichen %2 der höchsten Rechenrate der GPU. Sie brauchen %3.</translation>
    </message>
    <message>
        <source>Calls of softmax</source>
        <translation>Aufrufe von Softmax</translation>
    </message>
    <message>
        <source>Normalisations</source>
        <translation>Normalisierungen</translation>
    </message>
    <message>
        <source>Of ranks of which only a summary is there the split is that of their steps, and findings are about who waits for whom and who computes longest; what single kernels, copies and gaps would tell takes the traces.</source>
        <translation>Bei Rängen, von denen nur eine Zusammenfassung da ist, ist die Aufteilung die ihrer Schritte, und Befunde handeln davon, wer auf wen wartet und wer am längsten rechnet; was einzelne Kernel, Kopien und Lücken sagen würden, braucht die Traces.</translation>
    </message>
    <message>
        <source>with the host twice as fast in %1</source>
        <translation>mit doppelt so schnellem Host in %1</translation>
    </message>
    <message>
        <source>Nothing stands out: no cause of waiting, no copy or communication has %1 of the GPU time in view and %2 at stake, nor has the largest kernel, which counts from %3 of the busy GPU time on.</source>
        <translation>Nichts fällt auf: Keine Ursache des Wartens, keine Kopie oder Kommunikation hat %1 der GPU-Zeit im Blick und %2 zu gewinnen, auch nicht der größte Kernel, der ab %3 der beschäftigten GPU-Zeit zählt.</translation>
    </message>
    <message>
        <source>with no synchronisation, no blocking copy and no time in allocation</source>
        <translation>ohne Synchronisation, ohne blockierende Kopie und ohne Zeit für Speicheranforderungen</translation>
    </message>
    <message>
        <source>idle time before work that no launch in the file is linked to</source>
        <translation>Leerlauf vor Arbeit, mit der kein Launch der Datei verknüpft ist</translation>
    </message>
    <message>
        <source>with no time in such calls</source>
        <translation>ohne Zeit in solchen Aufrufen</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in long calls that load code, ask for something or set it up%2%3; they come again in the second half of the GPU time in view, so warm-up does not take them away.</source>
        <translation>Die GPU läuft %1 leer, während der Host in langen Aufrufen ist, die Code laden, etwas abfragen oder einrichten%2%3; sie kommen in der zweiten Hälfte der sichtbaren GPU-Zeit wieder, Aufwärmen nimmt sie also nicht weg.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host compiles code%2%3; it does so again in the later half of the steps: something makes it compile anew, as inputs of other shapes do.</source>
        <translation>Die GPU läuft %1 leer, während der Host Code übersetzt%2%3; er tut es in der späteren Hälfte der Schritte wieder: Etwas lässt ihn neu übersetzen, wie es Eingaben anderer Form tun.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host compiles code%2%3: first steps do so, later ones where something makes it compile anew, as inputs of other shapes do.</source>
        <translation>Die GPU läuft %1 leer, während der Host Code übersetzt%2%3: Erste Schritte tun das, spätere dort, wo etwas ihn neu übersetzen lässt, wie es Eingaben anderer Form tun.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in a synchronisation or a blocking copy%2%3, and no recorded work runs: what it waits for was not recorded, or had ended and the call took that long.</source>
        <translation>Die GPU läuft %1 leer, während der Host in einer Synchronisation oder einer blockierenden Kopie ist%2%3 und keine aufgezeichnete Arbeit läuft: Worauf er wartet, wurde nicht aufgezeichnet, oder es war zu Ende und der Aufruf dauerte so lang.</translation>
    </message>
    <message>
        <source>The GPU idles %1, in %2 of %3 or more%4: no launch in the file is linked to what runs next, so the reason is not known%5.</source>
        <translation>Die GPU läuft %1 leer, in %2 von mindestens %3%4: Mit dem, was als Nächstes läuft, ist kein Launch der Datei verknüpft, der Grund ist also nicht bekannt%5.</translation>
    </message>
    <message>
        <source>%1 Estimated saving %2: not known, since a replay does not follow what the main thread waits for in Python.</source>
        <translation>%1 Geschätzte Ersparnis %2: nicht bekannt, denn ein Nachspielen verfolgt nicht, worauf der Hauptthread in Python wartet.</translation>
    </message>
    <message>
        <source>Only work of the chosen streams counts here: where the GPU is called idle it may run work of others, and work of others hides nothing. Savings are those of replays of all streams.</source>
        <translation>Nur Arbeit der gewählten Streams zählt hier: Wo die GPU leer läuft, kann Arbeit anderer laufen, und Arbeit anderer verdeckt nichts. Ersparnisse sind die eines Nachspielens aller Streams.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is idle time before work that no launch in the file is linked to.</source>
        <translation> Für %1 dieses Wartens ist der Grund Leerlauf vor Arbeit, mit der kein Launch der Datei verknüpft ist.</translation>
    </message>
    <message>
        <source>, without %1 in which it waits for other ranks</source>
        <translation>, ohne %1, in denen sie auf andere Ränge wartet</translation>
    </message>
    <message>
        <source>, without %1 in which it waits for rank %2 and %3 for others</source>
        <translation>, ohne %1, in denen sie auf Rang %2 wartet, und %3 für andere</translation>
    </message>
    <message>
        <source> (in GPU time in view)</source>
        <translation> (in der GPU-Zeit im Blick)</translation>
    </message>
    <message>
        <source> (from the end of earlier GPU work to the end of its own)</source>
        <translation> (vom Ende früherer GPU-Arbeit bis zum Ende seiner eigenen)</translation>
    </message>
    <message>
        <source> (from the end of earlier GPU work)</source>
        <translation> (ab dem Ende früherer GPU-Arbeit)</translation>
    </message>
    <message>
        <source> (to the end of its GPU work)</source>
        <translation> (bis zum Ende seiner GPU-Arbeit)</translation>
    </message>
    <message>
        <source>; %1 other steps (%2) take about as long, at a regular interval of %3 steps</source>
        <translation>; %1 weitere Schritte (%2) dauern etwa so lange, in regelmäßigem Abstand von %3 Schritten</translation>
    </message>
    <message numerus="yes">
        <source>; %1 other step (%2) takes about as long</source>
        <comment>; %1 other steps (%2) take about as long</comment>
        <translation>
            <numerusform>; %1 weiterer Schritt (%2) dauert etwa so lange</numerusform>
            <numerusform>; %1 weitere Schritte (%2) dauern etwa so lange</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1 takes %2%3, %4 more than the median of %5 steps (%6)%7%8%9.</source>
        <translation>Schritt %1 dauert %2%3, %4 mehr als der Median von %5 Schritten (%6)%7%8%9.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host allocates or frees memory%2%3: for most of it PyTorch&apos;s caching allocator frees what it kept and allocates again, as it does when an allocation fails because memory is full; less memory in use, or expandable_segments in PYTORCH_CUDA_ALLOC_CONF where it is in small pieces, may help.</source>
        <translation>Die GPU ist %1 im Leerlauf, während der Host Speicher anfordert oder freigibt%2%3: Die meiste Zeit davon gibt der Caching-Allocator von PyTorch frei, was er behalten hatte, und fordert neu an, wie er es tut, wenn eine Anforderung scheitert, weil der Speicher voll ist; weniger belegter Speicher oder, wo er zerstückelt ist, expandable_segments in PYTORCH_CUDA_ALLOC_CONF kann helfen.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while a collective of a CPU backend runs on the host%2%3: it lasts until the other ranks have done their part.</source>
        <translation>Die GPU ist %1 im Leerlauf, während auf dem Host eine Kollektivoperation eines CPU-Backends läuft%2%3: Sie dauert, bis die anderen Ränge ihren Teil getan haben.</translation>
    </message>
    <message>
        <source>; %1 of it in calls that take longer than %2. Why they take so long was not recorded: another thread may hold the driver, for example while it allocates or pins memory</source>
        <translation>; %1 davon in Aufrufen, die länger als %2 dauern. Warum sie so lange dauern, wurde nicht aufgezeichnet: Ein anderer Thread kann den Treiber belegen, etwa während er Speicher anfordert oder pinnt</translation>
    </message>
    <message>
        <source>time in view of a rank that waits</source>
        <translation>Zeit im Blick eines Rangs, der wartet</translation>
    </message>
    <message numerus="yes">
        <source>Rank %2: whether %1 other rank waits for it in %5 is not known. The runs of that one take %3 longer than the shortest ones, but for %4 of that the ends of the ranks lie or scatter, by the clocks as they are known, at least half as far apart as the longest wait: a longer run may be a longer transfer.</source>
        <comment>Rank %2: whether %1 other ranks wait for it in %5 is not known. Their runs take %3 longer together than the shortest ones, but for %4 of that the ends of the ranks lie or scatter, by the clocks as they are known, at least half as far apart as the longest wait: a longer run may be a longer transfer.</comment>
        <translation>
            <numerusform>Rang %2: ob %1 anderer Rang in %5 auf ihn wartet, ist nicht bekannt. Dessen Läufe dauern %3 länger als die kürzesten, aber bei %4 davon liegen oder streuen die Enden der Ränge, nach den Uhren, wie sie bekannt sind, mindestens halb so weit auseinander, wie die längste Wartezeit dauert: ein längerer Lauf kann eine längere Übertragung sein.</numerusform>
            <numerusform>Rang %2: ob %1 andere Ränge in %5 auf ihn warten, ist nicht bekannt. Deren Läufe dauern zusammen %3 länger als die kürzesten, aber bei %4 davon liegen oder streuen die Enden der Ränge, nach den Uhren, wie sie bekannt sind, mindestens halb so weit auseinander, wie die längste Wartezeit dauert: ein längerer Lauf kann eine längere Übertragung sein.</numerusform>
        </translation>
    </message>
    <message>
        <source> Ranks wait for each other, as the stages of a pipeline do.</source>
        <translation> Ränge warten aufeinander, wie es die Stufen einer Pipeline tun.</translation>
    </message>
    <message>
        <source>%1%2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>Kollektivoperationen</translation>
    </message>
    <message>
        <source>sends and receives</source>
        <translation>Sende- und Empfangsvorgängen</translation>
    </message>
    <message>
        <source>collectives, sends and receives</source>
        <translation>Kollektivoperationen, Sende- und Empfangsvorgängen</translation>
    </message>
    <message numerus="yes">
        <source>%1 other rank waits %2 for it in %6 (%5 of all waits), %3 while that rank computes nothing.%4</source>
        <comment>%1 other ranks wait %2 together for it in %6 (%5 of all waits), on average each %3 while they compute nothing.%4</comment>
        <translation>
            <numerusform>%1 anderer Rang wartet %2 in %6 auf ihn (%5 aller Wartezeiten), davon %3, während jener Rang nichts rechnet.%4</numerusform>
            <numerusform>%1 andere Ränge warten zusammen %2 in %6 auf ihn (%5 aller Wartezeiten), jeder durchschnittlich %3, während er nichts rechnet.%4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 other rank waits %2 for it in %5 (%4 of all waits).%3</source>
        <comment>%1 other ranks wait %2 together for it in %5 (%4 of all waits).%3</comment>
        <translation>
            <numerusform>%1 anderer Rang wartet %2 in %5 auf ihn (%4 aller Wartezeiten).%3</numerusform>
            <numerusform>%1 andere Ränge warten zusammen %2 in %5 auf ihn (%4 aller Wartezeiten).%3</numerusform>
        </translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host launched work late: before them it spent more time in %2, of which nothing more was recorded, than others.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host Arbeit spät gestartet hat: Davor war er länger als andere in %2, worüber nichts Näheres aufgezeichnet ist.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host took longer before.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host davor länger brauchte.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that it was late already in the collective before.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass er schon in der Kollektivoperation davor spät war.</translation>
    </message>
    <message>
        <source>%1 are for rank %2</source>
        <translation>%1 gelten Rang %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 Part of that may be the cost of recording Python.</source>
        <translation>%1 Ein Teil davon können die Kosten der Aufzeichnung von Python sein.</translation>
    </message>
    <message>
        <source>Of what summaries tell, who waits for whom and who computes longest, nothing stands out: none has %1 of the time in view and %2 at stake.</source>
        <translation>Von dem, was Zusammenfassungen sagen, also wer auf wen wartet und wer am längsten rechnet, fällt nichts auf: Bei nichts davon geht es um %1 der Zeit im Blick und %2.</translation>
    </message>
    <message>
        <source> For %1 of all waits the reason is communication before, in group %2: without waits it takes %3 on average, where as many elements take %4 in other groups.</source>
        <translation> Bei %1 aller Wartezeiten ist der Grund Kommunikation davor in Gruppe %2: Ohne Wartezeit dauert sie im Mittel %3, wo ebenso viele Elemente in anderen Gruppen %4 dauern.</translation>
    </message>
    <message>
        <source>In %4 it waits %1 for ranks other than %2 that come later, while it computes nothing.%3</source>
        <translation>In %4 wartet er %1 auf andere Ränge als %2, die später kommen, und rechnet dabei nichts.%3</translation>
    </message>
    <message>
        <source>In %3 it waits %1 for ranks that come later, while it computes nothing.%2</source>
        <translation>In %3 wartet er %1 auf Ränge, die später kommen, und rechnet dabei nichts.%2</translation>
    </message>
    <message>
        <source>; the host is in %2 for %1 longer than in the other steps on average</source>
        <translation>; der Host ist %1 länger in %2 als im Mittel der anderen Schritte</translation>
    </message>
    <message>
        <source>%1 Up to %2 of that is in ops before they launch a kernel for the first time: they are probably loading code, which comes once.</source>
        <translation>%1 Bis zu %2 davon liegen in Ops, bevor sie einen Kernel zum ersten Mal starten: Sie laden wahrscheinlich Code, was nur einmal vorkommt.</translation>
    </message>
    <message>
        <source>%1 Up to %2 of that is before the first recorded GPU work: if it is start-up, it comes once.</source>
        <translation>%1 Bis zu %2 davon liegen vor der ersten aufgezeichneten GPU-Arbeit: Ist es der Anlauf, kommt er nur einmal vor.</translation>
    </message>
    <message>
        <source>%1 Up to %2 of that is in ops that are probably loading code, or before the first recorded GPU work: loading code and start-up come once.</source>
        <translation>%1 Bis zu %2 davon liegen in Ops, die wahrscheinlich Code laden, oder vor der ersten aufgezeichneten GPU-Arbeit: Laden von Code und Anlauf kommen nur einmal vor.</translation>
    </message>
    <message>
        <source>; %1 of it in calls that take longer than %2: launches wait for their kernels here</source>
        <translation>; %1 davon in Aufrufen, die länger als %2 dauern: Starts warten hier auf ihre Kernel</translation>
    </message>
    <message>
        <source>; %1 of it in calls that take longer than %2. For %3 of that, another thread is in %4 during at least half of the call: it may hold the driver</source>
        <translation>; %1 davon in Aufrufen, die länger als %2 dauern. Für %3 davon ist ein anderer Thread während mindestens der Hälfte des Aufrufs in %4: Er kann den Treiber belegen</translation>
    </message>
    <message>
        <source>The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue by then. For %6 of it %7 had been called between its launch and the one before on its stream: it may wait for a function on the host, or for another stream, an event, another rank or another program on the GPU, or begin slowly, as first uses do%5.</source>
        <translation>Die GPU ist %1 im Leerlauf, in %2 von mindestens %3%4: Was danach läuft, stand da schon in der Warteschlange. Bei %6 davon war %7 zwischen seinem Start und dem davor auf seinem Stream aufgerufen worden: Es wartet vielleicht auf eine Funktion auf dem Host oder auf einen anderen Stream, ein Event, einen anderen Rang oder ein anderes Programm auf der GPU, oder es beginnt langsam, wie beim ersten Gebrauch%5.</translation>
    </message>
    <message>
        <source>the same call even after the recorded work that it waits for had ended</source>
        <translation>demselben Aufruf auch dann noch, als die aufgezeichnete Arbeit, auf die er wartet, beendet war</translation>
    </message>
    <message>
        <source> Its GPU waits %1 longer for its host than those of the ranks that communicate do on average.</source>
        <translation> Seine GPU wartet %1 länger auf ihren Host als die GPUs der kommunizierenden Ränge im Durchschnitt.</translation>
    </message>
    <message numerus="yes">
        <source>; %1 other step (%2) takes about as long, but mostly for other reasons</source>
        <comment>; %1 other steps (%2) take about as long, but mostly for other reasons</comment>
        <translation>
            <numerusform>; %1 weiterer Schritt (%2) dauert etwa so lange, aber meist aus anderen Gründen</numerusform>
            <numerusform>; %1 weitere Schritte (%2) dauern etwa so lange, aber meist aus anderen Gründen</numerusform>
        </translation>
    </message>
    <message>
        <source>; %1 other steps (%2) take about as long and have more of the same, at a regular interval of %3 steps</source>
        <translation>; %1 weitere Schritte (%2) dauern etwa so lange und haben mehr vom selben, in regelmäßigem Abstand von %3 Schritten</translation>
    </message>
    <message numerus="yes">
        <source>; %1 other step (%2) takes about as long and has more of the same</source>
        <comment>; %1 other steps (%2) take about as long and have more of the same</comment>
        <translation>
            <numerusform>; %1 weiterer Schritt (%2) dauert etwa so lange und hat mehr vom selben</numerusform>
            <numerusform>; %1 weitere Schritte (%2) dauern etwa so lange und haben mehr vom selben</numerusform>
        </translation>
    </message>
    <message>
        <source>; %1 of the %2 that it takes more are time of other findings</source>
        <translation>; %1 der %2, die er länger dauert, sind Zeit anderer Befunde</translation>
    </message>
    <message numerus="yes">
        <source>%2 Less may be saved than estimated: %1 call makes a stream wait for work that the file does not name.</source>
        <comment>%2 Less may be saved than estimated: %1 calls make streams wait for work that the file does not name.</comment>
        <translation>
            <numerusform>%2 Es kann weniger gespart werden als geschätzt: %1 Aufruf lässt einen Stream auf Arbeit warten, die die Datei nicht nennt.</numerusform>
            <numerusform>%2 Es kann weniger gespart werden als geschätzt: %1 Aufrufe lassen Streams auf Arbeit warten, die die Datei nicht nennt.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of the time from step to step</source>
        <translation>%1 der Zeit von Schritt zu Schritt</translation>
    </message>
    <message>
        <source>%1 of the wall time</source>
        <translation>%1 der Wandzeit</translation>
    </message>
    <message>
        <source>%1 Estimated saving %2: %3 of the GPU time in view, and %4 before or after it (together %5).</source>
        <translation>%1 Geschätzte Ersparnis %2: %3 der betrachteten GPU-Zeit und %4 davor oder danach (zusammen %5).</translation>
    </message>
    <message>
        <source>%1 Estimated saving %2, also outside of this time: %3 (%4).</source>
        <translation>%1 Geschätzte Ersparnis %2, auch außerhalb dieser Zeit: %3 (%4).</translation>
    </message>
    <message>
        <source>%1 Estimated saving %2: %3 (%4).</source>
        <translation>%1 Geschätzte Ersparnis %2: %3 (%4).</translation>
    </message>
    <message>
        <source>%1 Estimated saving %2: not known, since %3.</source>
        <translation>%1 Geschätzte Ersparnis %2: nicht bekannt, denn %3.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host sleeps in Python%2%3: for as long as the program asks for.</source>
        <translation>Die GPU ist %1 im Leerlauf, während der Host in Python schläft%2%3: so lange, wie das Programm es verlangt.</translation>
    </message>
    <message numerus="yes">
        <source>; for %2 of it the kernel of %1 launch in between is not in the file, so the GPU may have been running it</source>
        <comment>; for %2 of it the kernels of %1 launches in between are not in the file, so the GPU may have been running them</comment>
        <translation>
            <numerusform>; für %2 davon fehlt der Kernel von %1 Start dazwischen in der Datei; die GPU kann ihn ausgeführt haben</numerusform>
            <numerusform>; für %2 davon fehlen die Kernel von %1 Starts dazwischen in der Datei; die GPU kann sie ausgeführt haben</numerusform>
        </translation>
    </message>
    <message>
        <source>; for %1 of it no launch in the file is linked to what runs next, so whether it was launched in time is not known</source>
        <translation>; für %1 davon ist kein Start in der Datei mit dem verknüpft, was als Nächstes läuft; ob es rechtzeitig gestartet wurde, ist nicht bekannt</translation>
    </message>
    <message>
        <source>The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue by then%5.</source>
        <translation>Die GPU ist %1 im Leerlauf, in %2 von %3 oder mehr%4: Was als Nächstes läuft, war da schon in seiner Warteschlange%5.</translation>
    </message>
    <message>
        <source>The GPU idles %1, in %2 of %3 or more%4: by the times of the file what runs next was in its queue by then, but the clock of the GPU may be late by %6: then the GPU waits for the host%5.</source>
        <translation>Die GPU ist %1 im Leerlauf, in %2 von %3 oder mehr%4: Nach den Zeiten der Datei war das, was als Nächstes läuft, da schon in seiner Warteschlange; die Uhr der GPU geht aber vielleicht um %6 nach, dann wartet die GPU auf den Host%5.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host launched work late; what it did meanwhile cannot be compared, since the ranks did not record the same of their hosts.</source>
        <translation> Bei %1 dieser Wartezeiten liegt es daran, dass sein Host Arbeit spät gestartet hat; was er währenddessen tat, lässt sich nicht vergleichen, da die Ränge von ihren Hosts nicht das Gleiche aufgezeichnet haben.</translation>
    </message>
    <message>
        <source> Of all waits, traced to where they began, %1.</source>
        <translation> Von allem Warten, zurückverfolgt bis zum Anfang: %1.</translation>
    </message>
    <message>
        <source> Of all waits, traced to where they began, %1; for %2 of them, where the ends of the ranks lie apart, it is not known.</source>
        <translation> Von allem Warten, zurückverfolgt bis zum Anfang: %1; bei %2 davon, wo die Enden der Ränge auseinanderliegen, ist es nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 of %2 GPU activities are linked to no launch</source>
        <translation>%1 von %2 GPU-Aktivitäten sind mit keinem Start verknüpft</translation>
    </message>
    <message>
        <source>here rank %1</source>
        <translation>hier Rang %1</translation>
    </message>
    <message>
        <source>for %1 of the idle time the host is in code that was not recorded, though Python was: record_function around parts of it would name it.</source>
        <translation>während %1 der Leerlaufzeit ist der Host in Code, der nicht aufgezeichnet wurde, Python aber schon: record_function um Teile davon würde ihn benennen.</translation>
    </message>
    <message>
        <source>for %1 of the idle time the host is in code that was not recorded: %2, or record_function around parts of it, would name it.</source>
        <translation>während %1 der Leerlaufzeit ist der Host in Code, der nicht aufgezeichnet wurde: %2 oder record_function um Teile davon würde ihn benennen.</translation>
    </message>
    <message>
        <source>, %1 of it behind the last step</source>
        <translation>, %1 davon nach dem letzten Schritt</translation>
    </message>
    <message>
        <source>%1 more %2</source>
        <translation>%1 mehr %2</translation>
    </message>
    <message>
        <source>%1 more %2 and %3 less of all else</source>
        <translation>%1 mehr %2 und %3 weniger von allem anderen</translation>
    </message>
    <message>
        <source>%1 more %2 and %3 more of it</source>
        <translation>%1 mehr %2 und %3 mehr davon</translation>
    </message>
    <message>
        <source>%1 more of it and %2 more of the time of other findings</source>
        <translation>%1 mehr davon und %2 mehr der Zeit anderer Befunde</translation>
    </message>
    <message>
        <source>; it has %1%2</source>
        <translation>; er hat %1%2</translation>
    </message>
    <message>
        <source>, %1 of the time in %2 and what is inside it</source>
        <translation>, %1 der Zeit in %2 und dem, was darin läuft</translation>
    </message>
    <message>
        <source>%1 Then the critical path is mostly %2 (%3).</source>
        <translation>%1 Der kritische Pfad ist dann größtenteils %2 (%3).</translation>
    </message>
    <message>
        <source>time of the host</source>
        <translation>Zeit des Hosts</translation>
    </message>
    <message>
        <source>chosen time</source>
        <translation>gewählte Zeit</translation>
    </message>
    <message>
        <source>%1 (%2 of the chosen time)</source>
        <translation>%1 (%2 der gewählten Zeit)</translation>
    </message>
    <message>
        <source>%1 (%2 of the recorded time)</source>
        <translation>%1 (%2 der aufgezeichneten Zeit)</translation>
    </message>
    <message>
        <source>without %1 in which it waits for other ranks</source>
        <translation>ohne %1, in denen er auf andere Ränge wartet</translation>
    </message>
    <message>
        <source>waiting for other ranks included</source>
        <translation>Warten auf andere Ränge eingeschlossen</translation>
    </message>
    <message>
        <source>, %1 of it in %2</source>
        <translation>, davon %1 in %2</translation>
    </message>
    <message>
        <source>self time of host ops and calls</source>
        <translation>Eigenzeit der Host-Ops und -Aufrufe</translation>
    </message>
    <message>
        <source>%1 of the self time of all ops and calls</source>
        <translation>%1 der Eigenzeit aller Ops und Aufrufe</translation>
    </message>
    <message>
        <source>%1 of the self time of all ops</source>
        <translation>%1 der Eigenzeit aller Ops</translation>
    </message>
    <message>
        <source>%1 Hardware counters were being recorded, which itself may be much of that.</source>
        <translation>%1 Dabei wurden Hardwarezähler aufgezeichnet, was selbst viel davon sein kann.</translation>
    </message>
    <message numerus="yes">
        <source>%3 For %2 of it the GPU may have run a kernel that is not in the file, that of %1 launch.</source>
        <comment>%3 For %2 of it the GPU may have run kernels that are not in the file, those of %1 launches.</comment>
        <translation>
            <numerusform>%3 Während %2 davon kann die GPU einen Kernel ausgeführt haben, der nicht in der Datei ist, den von %1 Launch.</numerusform>
            <numerusform>%3 Während %2 davon kann die GPU Kernel ausgeführt haben, die nicht in der Datei sind, die von %1 Launches.</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in work of the profiler itself%2, or for %4 of it after the profiler had waited for the GPU, until the host has launched more%3: without recording it is gone.</source>
        <translation>Die GPU läuft %1 leer, während der Host in Arbeit des Profilers selbst ist%2, oder %4 davon, nachdem der Profiler auf die GPU gewartet hatte, bis der Host mehr gestartet hat%3: ohne Aufzeichnung ist das weg.</translation>
    </message>
    <message>
        <source>instantiates graphs</source>
        <translation>Graphen instanziiert</translation>
    </message>
    <message numerus="yes">
        <source>captures graphs, in %1 capture</source>
        <comment>captures graphs, in %1 captures</comment>
        <translation>
            <numerusform>Graphen aufnimmt, in %1 Aufnahme</numerusform>
            <numerusform>Graphen aufnimmt, in %1 Aufnahmen</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and does not run then. The host does so again in the later half of the steps: graphs that are kept and launched again need no other capture.</source>
        <translation>Die GPU läuft %1 leer, während der Host %2: was in einer Aufnahme gestartet wird, kommt in ihren Graphen und läuft dann nicht. Der Host tut das in der späteren Hälfte der Schritte wieder: Graphen, die behalten und erneut gestartet werden, brauchen keine weitere Aufnahme.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and does not run then. Usually only start-up does so: record after it to leave that out.</source>
        <translation>Die GPU läuft %1 leer, während der Host %2: was in einer Aufnahme gestartet wird, kommt in ihren Graphen und läuft dann nicht. Meist geschieht das nur beim Anlauf: wer danach aufzeichnet, lässt es weg.</translation>
    </message>
    <message>
        <source>The GPU waits %1 for the host</source>
        <translation>Die GPU wartet %1 auf den Host</translation>
    </message>
    <message>
        <source>; for %1 of it another thread of the process is in Python, too (%2 of that in %3): it may hold the interpreter lock</source>
        <translation>; für %1 davon ist auch ein anderer Thread des Prozesses in Python (%2 davon in %3): er hält vielleicht die Sperre des Interpreters</translation>
    </message>
    <message>
        <source>The GPU is idle for %1%2%3%4.</source>
        <translation>Die GPU läuft %1 leer%2%3%4.</translation>
    </message>
    <message>
        <source>with the host twice as fast in %1 while it makes no graphs</source>
        <translation>mit doppelt so schnellem Host in %1, solange er keine Graphen erstellt</translation>
    </message>
    <message>
        <source>with no time in that</source>
        <translation>ohne Zeit darin</translation>
    </message>
    <message>
        <source>with launch calls that take no time while the host makes no graphs</source>
        <translation>mit Launch-Aufrufen, die keine Zeit kosten, solange der Host keine Graphen erstellt</translation>
    </message>
    <message>
        <source>with launch calls that take no time and the same time from their return to the start of the work</source>
        <translation>mit Launch-Aufrufen, die keine Zeit kosten, und gleicher Zeit von ihrer Rückkehr bis zum Beginn der Arbeit</translation>
    </message>
    <message>
        <source>%1 are for ranks %2 (which mostly come last nearly together; without their waits for each other)</source>
        <translation>%1 entfallen auf die Ränge %2 (die meist fast gleichzeitig als letzte kommen; ohne ihr Warten aufeinander)</translation>
    </message>
    <message>
        <source>the file is a part of a longer trace, trimmed to %1. Slices that reach beyond it, as steps do, are whole; what else lay there is missing.</source>
        <translation>die Datei ist ein Teil eines längeren Trace, zugeschnitten auf %1. Slices, die darüber hinausreichen, etwa Schritte, sind vollständig; was sonst dort lag, fehlt.</translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in code that was not recorded, mostly in the annotation %2</source>
        <translation>; für %1 davon ist der Hauptthread in Code, der nicht aufgezeichnet wurde, meist in der Annotation %2</translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in code that was not recorded</source>
        <translation>; für %1 davon ist der Hauptthread in Code, der nicht aufgezeichnet wurde</translation>
    </message>
    <message numerus="yes">
        <source>; %2 of it is %1 memset</source>
        <comment>; %2 of it is %1 memsets</comment>
        <translation>
            <numerusform>; %2 davon ist %1 Memset</numerusform>
            <numerusform>; %2 davon sind %1 Memsets</numerusform>
        </translation>
    </message>
    <message>
        <source>from the host to the GPU</source>
        <translation>vom Host zur GPU</translation>
    </message>
    <message>
        <source>from the GPU to the host</source>
        <translation>von der GPU zum Host</translation>
    </message>
    <message>
        <source>from GPU memory to GPU memory</source>
        <translation>von GPU-Speicher zu GPU-Speicher</translation>
    </message>
    <message>
        <source>One kernel that only lets clock cycles pass, %1%2: torch.cuda._sleep() launches it, and it computes nothing.</source>
        <translation>Ein Kernel, der nur Takte vergehen lässt, %1%2: torch.cuda._sleep() startet ihn, und er berechnet nichts.</translation>
    </message>
    <message>
        <source>Matrix products and convolutions in float32, for which this GPU has no tensor cores, take %1%2: torch.autocast(&apos;cuda&apos;, torch.float16) lets them run on those that it has, where that precision will do.</source>
        <translation>Matrixprodukte und Faltungen in float32, für die diese GPU keine Tensorkerne hat, dauern %1%2: torch.autocast(&apos;cuda&apos;, torch.float16) lässt sie auf denen laufen, die sie hat, wo diese Genauigkeit genügt.</translation>
    </message>
    <message>
        <source>time from step to step</source>
        <translation>Zeit von Schritt zu Schritt</translation>
    </message>
    <message>
        <source>wall time</source>
        <translation>Wandzeit</translation>
    </message>
    <message numerus="yes">
        <source>captures graphs, in %1 capture, and instantiates it (%2 of it)</source>
        <comment>captures graphs, in %1 captures, and instantiates them (%2 of it)</comment>
        <translation>
            <numerusform>Graphen aufnimmt, in %1 Aufnahme, und instanziiert (%2 davon)</numerusform>
            <numerusform>Graphen aufnimmt, in %1 Aufnahmen, und instanziiert (%2 davon)</numerusform>
        </translation>
    </message>
    <message>
        <source>with these launched as graphs at no cost</source>
        <translation>mit diesen ohne Kosten als Graphen gestartet</translation>
    </message>
    <message>
        <source>about as much more %1</source>
        <translation>etwa ebenso viel mehr %1</translation>
    </message>
    <message>
        <source>before the first GPU activity</source>
        <translation>vor der ersten GPU-Aktivität</translation>
    </message>
    <message>
        <source>after the last GPU activity</source>
        <translation>nach der letzten GPU-Aktivität</translation>
    </message>
    <message>
        <source>%1 Step %2%3, which takes %4 more than the median of %5 steps, has %6 than usual%7%8.</source>
        <translation>%1 Schritt %2%3, der %4 länger dauert als der Median von %5 Schritten, hat %6 als üblich%7%8.</translation>
    </message>
    <message>
        <source>of it</source>
        <translation>davon</translation>
    </message>
    <message>
        <source>For %1 the main thread waits or is in code that was not recorded, though Python was%2: record_function around parts of it would name it.</source>
        <translation>%1 lang wartet der Hauptthread oder ist in Code, der nicht aufgezeichnet wurde, obwohl Python es wurde%2: record_function um Teile davon würde ihn benennen.</translation>
    </message>
    <message>
        <source>For %1 the main thread waits or is in code that was not recorded%2: %3, or record_function around parts of it, would name it.</source>
        <translation>%1 lang wartet der Hauptthread oder ist in Code, der nicht aufgezeichnet wurde%2: %3 oder record_function um Teile davon würde ihn benennen.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host %2: what is launched in a capture goes into its graph and does not run then. The host does so in the later half of all recorded steps: graphs that are kept and launched again need no other capture.</source>
        <translation>Die GPU läuft %1 leer, während der Host %2: was in einer Aufnahme gestartet wird, kommt in ihren Graphen und läuft dann nicht. Der Host tut das in der späteren Hälfte aller aufgezeichneten Schritte: Graphen, die behalten und erneut gestartet werden, brauchen keine weitere Aufnahme.</translation>
    </message>
    <message>
        <source>%1 times in the whole recording,</source>
        <translation>%1-mal in der ganzen Aufzeichnung,</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1-mal</translation>
    </message>
    <message>
        <source>; %1 of it lies in sequences of launches that are repeated, mostly one of %2 GPU activities, %3 in the same order, with the same grids and without a synchronisation: as a CUDA or HIP graph (torch.compile in the mode reduce-overhead makes such) each would be one launch, if addresses stay the same and the host has nothing else to do in between</source>
        <translation>; %1 davon liegen in Folgen von Launches, die sich wiederholen, meist in einer von %2 GPU-Aktivitäten, %3 in derselben Reihenfolge, mit denselben Grids und ohne Synchronisation: als CUDA- oder HIP-Graph (torch.compile im Modus reduce-overhead macht solche) wäre jede ein einziger Launch, wenn Adressen gleich bleiben und der Host dazwischen nichts anderes zu tun hat</translation>
    </message>
    <message>
        <source>; %1 of it lies in sequences of launches that are repeated, mostly one of %2 GPU activities, %3 in the same order and without a synchronisation: as a CUDA or HIP graph (torch.compile in the mode reduce-overhead makes such) each would be one launch, if shapes and addresses stay the same and the host has nothing else to do in between</source>
        <translation>; %1 davon liegen in Folgen von Launches, die sich wiederholen, meist in einer von %2 GPU-Aktivitäten, %3 in derselben Reihenfolge und ohne Synchronisation: als CUDA- oder HIP-Graph (torch.compile im Modus reduce-overhead macht solche) wäre jede ein einziger Launch, wenn Formen und Adressen gleich bleiben und der Host dazwischen nichts anderes zu tun hat</translation>
    </message>
    <message>
        <source>; %1 of it lies in sequences of launches that are repeated, mostly one of %2 GPU activities, %3 in the same order and without a synchronisation, but with other grids, as other shapes give: a CUDA or HIP graph would need the same ones each time</source>
        <translation>; %1 davon liegen in Folgen von Launches, die sich wiederholen, meist in einer von %2 GPU-Aktivitäten, %3 in derselben Reihenfolge und ohne Synchronisation, aber mit anderen Grids, wie andere Formen sie ergeben: ein CUDA- oder HIP-Graph bräuchte jedes Mal dieselben</translation>
    </message>
    <message>
        <source>its work runs on an accelerator of Meta (%1), which is called GPU here as other devices are.</source>
        <translation>seine Arbeit läuft auf einem Beschleuniger von Meta (%1), der hier wie andere Geräte GPU genannt wird.</translation>
    </message>
    <message>
        <source>Copies and memsets that nothing hides take %1%2%3.</source>
        <translation>Kopien und Memsets, die nichts verdeckt, dauern %1%2%3.</translation>
    </message>
    <message>
        <source>, of how many bytes is not known</source>
        <translation>; wie viele Bytes es sind, ist nicht bekannt</translation>
    </message>
    <message>
        <source>, which pinned memory makes faster and lets overlap</source>
        <translation>, was gepinnter Speicher schneller macht und überlappen lässt</translation>
    </message>
    <message>
        <source>from pageable memory to the GPU</source>
        <translation>aus auslagerbarem Speicher zur GPU</translation>
    </message>
    <message>
        <source>from the GPU to pageable memory</source>
        <translation>von der GPU in auslagerbaren Speicher</translation>
    </message>
    <message>
        <source>; %1 of it is copying from or to pageable memory%2</source>
        <translation>; %1 davon ist Kopieren von oder nach auslagerbarem Speicher%2</translation>
    </message>
    <message>
        <source>; step %1, which takes %2 to the end of its GPU work, is not compared: %3 of it lie %4</source>
        <translation>; Schritt %1, der bis zum Ende seiner GPU-Arbeit %2 dauert, wird nicht verglichen: %3 davon liegen %4</translation>
    </message>
    <message>
        <source>; of step %1, which takes %2 to the end of its GPU work, %3 lie %4 and are not compared</source>
        <translation>; von Schritt %1, der bis zum Ende seiner GPU-Arbeit %2 dauert, liegen %3 %4 und werden nicht verglichen</translation>
    </message>
    <message>
        <source>Who waits for whom and which rank computes longest is not told: several of the traces are of one rank, so not all ran together.</source>
        <translation>Wer auf wen wartet und welcher Rang am längsten rechnet, wird nicht gesagt: Mehrere der Traces sind von einem Rang, es liefen also nicht alle zusammen.</translation>
    </message>
    <message numerus="yes">
        <source>; after the last one the host launches %1 kernel that is not in the file, so the GPU may have been busy with it</source>
        <comment>; after the last one the host launches %1 kernels that are not in the file, so the GPU may have been busy with them</comment>
        <translation>
            <numerusform>; nach der letzten startet der Host %1 Kernel, der nicht in der Datei ist, die GPU kann also mit ihm beschäftigt gewesen sein</numerusform>
            <numerusform>; nach der letzten startet der Host %1 Kernel, die nicht in der Datei sind, die GPU kann also mit ihnen beschäftigt gewesen sein</numerusform>
        </translation>
    </message>
    <message>
        <source>Of %1 from the first to the last host or GPU activity, %2 (%3) lie%4 and are not in the GPU time in view%5%6%7.</source>
        <translation>Von %1 von der ersten bis zur letzten Aktivität von Host oder GPU liegen %2 (%3)%4 und nicht in der betrachteten GPU-Zeit%5%6%7.</translation>
    </message>
    <message>
        <source>; %1 of it lies in one sequence of launches, of %2 GPU activities, without a synchronisation: if it, or parts of it, come again and again with the same shapes and addresses, CUDA or HIP graphs (torch.compile in the mode reduce-overhead makes such) would launch each at once</source>
        <translation>; %1 davon liegen in einer Folge von Launches, von %2 GPU-Aktivitäten, ohne Synchronisation: Kämen sie oder Teile davon immer wieder mit denselben Formen und Adressen, würden CUDA- oder HIP-Graphen (torch.compile im Modus reduce-overhead macht solche) jeden davon auf einmal starten</translation>
    </message>
    <message>
        <source>with that sequence launched as graphs at no cost, if its parts come again</source>
        <translation>mit dieser Folge ohne Kosten als Graphen gestartet, falls ihre Teile wiederkommen</translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in %2, for work that was not recorded or to set the GPU up</source>
        <translation>; für %1 davon ist der Haupt-Thread in %2, wegen Arbeit, die nicht aufgezeichnet wurde, oder um die GPU einzurichten</translation>
    </message>
    <message>
        <source>For %1 the main thread waits or is in code that was not recorded%2: it may wait for the threads of the backward pass, of which the file has none.</source>
        <translation>Für %1 wartet der Haupt-Thread oder ist in Code, der nicht aufgezeichnet wurde%2: Er wartet vielleicht auf die Threads des Backward-Durchlaufs, von denen die Datei keinen hat.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host allocates or frees memory%2%3: nearly every aten::empty allocates device memory itself, and about as many calls free memory again, as where PyTorch&apos;s caching allocator is switched off (PYTORCH_NO_CUDA_MEMORY_CACHING).</source>
        <translation>Die GPU läuft %1 leer, während der Host Speicher belegt oder freigibt%2%3: Fast jedes aten::empty belegt selbst Gerätespeicher, und etwa so viele Aufrufe geben wieder Speicher frei, wie es ist, wo PyTorchs Caching-Allocator ausgeschaltet ist (PYTORCH_NO_CUDA_MEMORY_CACHING).</translation>
    </message>
    <message>
        <source>Without waiting for the GPU the host can launch ahead; copies from or to pageable memory wait in any case: that takes pinned memory, and what it saves by hiding the copies is part of this.</source>
        <translation>Ohne auf die GPU zu warten, kann der Host vorausstarten; Kopien von oder nach auslagerbarem Speicher warten in jedem Fall: Dazu braucht es fixierten Speicher (pinned), und was er spart, indem er die Kopien verdeckt, ist ein Teil davon.</translation>
    </message>
    <message numerus="yes">
        <source>The host waits %2 for the GPU, in %1 call%3: it is less far ahead afterwards, so that the GPU may run out of work later, too, while the host does something else.</source>
        <comment>The host waits %2 for the GPU, in %1 calls%3: it is less far ahead afterwards, so that the GPU may run out of work later, too, while the host does something else. Where one of them goes, a later one may wait in its place: all have to go.</comment>
        <translation>
            <numerusform>Der Host wartet %2 auf die GPU, in %1 Aufruf%3: Danach ist er weniger weit voraus, sodass der GPU auch später die Arbeit ausgehen kann, während der Host etwas anderes tut.</numerusform>
            <numerusform>Der Host wartet %2 auf die GPU, in %1 Aufrufen%3: Danach ist er weniger weit voraus, sodass der GPU auch später die Arbeit ausgehen kann, während der Host etwas anderes tut. Wo einer entfällt, wartet womöglich ein späterer an seiner Stelle: Alle müssen entfallen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On the host, %2 itself takes %3 in %1 call%4, %5.</source>
        <comment>On the host, %2 itself takes %3 in %1 calls%4, %5.</comment>
        <translation>
            <numerusform>Auf dem Host braucht %2 selbst %3 in %1 Aufruf%4, %5.</numerusform>
            <numerusform>Auf dem Host braucht %2 selbst %3 in %1 Aufrufen%4, %5.</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 of it in one of them</source>
        <translation>, davon %1 in einem davon</translation>
    </message>
    <message>
        <source>, %1 of it in one of them, in %2</source>
        <translation>, davon %1 in einem davon, in %2</translation>
    </message>
    <message>
        <source>Kernels that only convert between memory layouts take %1%2: keeping model and inputs in one layout (channels_last; some versions of PyTorch for ROCm want PYTORCH_MIOPEN_SUGGEST_NHWC=1, too) avoids them.</source>
        <translation>Kernel, die nur zwischen Speicheranordnungen umwandeln, brauchen %1%2: Modell und Eingaben in einer Anordnung zu halten (channels_last; manche PyTorch-Versionen für ROCm brauchen dazu auch PYTORCH_MIOPEN_SUGGEST_NHWC=1), vermeidet sie.</translation>
    </message>
    <message>
        <source> Most of these calls are between two batched matrix products, as in attention that is not fused: fused attention (%1) does not write the scores to memory.</source>
        <translation> Die meisten dieser Aufrufe liegen zwischen zwei gestapelten Matrixprodukten, wie bei nicht fusionierter Attention: Fusionierte Attention (%1) schreibt die Scores nicht in den Speicher.</translation>
    </message>
    <message>
        <source>%1 reach %2 of the bandwidth of the GPU&apos;s memory. They take %3.%4</source>
        <translation>%1 erreichen %2 der Bandbreite des GPU-Speichers. Sie brauchen %3.%4</translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in %2, where it loads code or sets something up: usually only first calls do so</source>
        <translation>; davon ist der Hauptthread %1 in %2, wo er Code lädt oder etwas einrichtet: Das tun meist nur erste Aufrufe</translation>
    </message>
    <message>
        <source>%1 What is saved %2 is part of the estimated saving of another finding, that of %3.</source>
        <translation>%1 Was %2 gespart wird, ist Teil der geschätzten Ersparnis eines anderen Befunds, dessen mit %3.</translation>
    </message>
    <message>
        <source>%1 Calls that go into graphs are part of that and of the estimated saving of the finding of %2, too: the two do not add up.</source>
        <translation>%1 Aufrufe, die in Graphen aufgehen, stecken darin und auch in der geschätzten Ersparnis des Befunds mit %2: Beide addieren sich nicht.</translation>
    </message>
    <message numerus="yes">
        <source>Element-wise kernels of PyTorch that follow one another on their stream take %2 in %1 kernel, %3 of busy GPU time%4: where they compute on the same data, torch.compile fuses several into one, which reads and writes it once.</source>
        <comment>Element-wise kernels of PyTorch that follow one another on their stream take %2 in %1 kernels, %3 of busy GPU time%4: where they compute on the same data, torch.compile fuses several into one, which reads and writes it once.</comment>
        <translation>
            <numerusform>Elementweise Kernel von PyTorch, die auf ihrem Stream aufeinanderfolgen, brauchen %2 in %1 Kernel, %3 der belegten GPU-Zeit%4: Wo sie auf denselben Daten rechnen, fasst torch.compile mehrere zu einem zusammen, der sie einmal liest und schreibt.</numerusform>
            <numerusform>Elementweise Kernel von PyTorch, die auf ihrem Stream aufeinanderfolgen, brauchen %2 in %1 Kerneln, %3 der belegten GPU-Zeit%4: Wo sie auf denselben Daten rechnen, fasst torch.compile mehrere zu einem zusammen, der sie einmal liest und schreibt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %2 of it is in %1 op before it launches a kernel for the first time: it is probably loading code</source>
        <comment>; %2 of it is in %1 ops before they launch a kernel for the first time: they are probably loading code</comment>
        <translation>
            <numerusform>; %2 davon liegen in %1 Op, bevor sie zum ersten Mal einen Kernel startet: Sie lädt wahrscheinlich Code</numerusform>
            <numerusform>; %2 davon liegen in %1 Ops, bevor sie zum ersten Mal einen Kernel starten: Sie laden wahrscheinlich Code</numerusform>
        </translation>
    </message>
    <message>
        <source>For %1 the main thread is in its data loader: more workers, prefetching or less work per sample may hide it.</source>
        <translation>%1 ist der Hauptthread in seinem Datenlader: Mehr Worker, Vorausladen oder weniger Arbeit je Beispiel können das verstecken.</translation>
    </message>
    <message numerus="yes">
        <source>%2 in %1 call%3</source>
        <comment>%2 in %1 calls%3</comment>
        <translation>
            <numerusform>%2 in %1 Aufruf%3</numerusform>
            <numerusform>%2 in %1 Aufrufen%3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Estimated saving %2: %3 of the GPU time in view, also outside of this time, and %4 before or after it (together %5).</source>
        <translation>%1 Geschätzte Ersparnis %2: %3 der GPU-Zeit im Blick, auch außerhalb dieser Zeit, und %4 davor oder danach (zusammen %5).</translation>
    </message>
    <message>
        <source>%1 of this time is part of the estimated saving of another finding, that of %2.</source>
        <translation>%1 dieser Zeit sind Teil der geschätzten Ersparnis eines anderen Befunds, dessen mit %2.</translation>
    </message>
    <message>
        <source>%1 of this time is part of the estimated saving of another finding, that of %2; savings of other findings have parts of it, too.</source>
        <translation>%1 dieser Zeit sind Teil der geschätzten Ersparnis eines anderen Befunds, dessen mit %2; auch Ersparnisse anderer Befunde enthalten Teile davon.</translation>
    </message>
    <message>
        <source>Kernels of another finding, that of %1, run in this step, too.</source>
        <translation>Auch Kernel eines anderen Befunds, dessen mit %1, laufen in diesem Schritt.</translation>
    </message>
    <message>
        <source>Kernels of another finding, that of %1, are part of this computation.</source>
        <translation>Kernel eines anderen Befunds, dessen mit %1, sind Teil dieser Berechnung.</translation>
    </message>
    <message>
        <source>%1, outside of the data loader,</source>
        <translation>%1, außerhalb des Datenladers,</translation>
    </message>
    <message>
        <source>%1 Then %2 of the critical path is %4, instead of %3 as recorded.</source>
        <translation>%1 Dann sind %2 des kritischen Pfads %4, statt %3 wie aufgezeichnet.</translation>
    </message>
    <message>
        <source>, %1 of it in the %2 longest</source>
        <translation>, davon %1 in den %2 längsten</translation>
    </message>
    <message>
        <source>%1 With what is inside it, the call takes %2.</source>
        <translation>%1 Mit dem, was darin liegt, dauert der Aufruf %2.</translation>
    </message>
    <message>
        <source>%1 With what is inside them, the calls take %2 together.</source>
        <translation>%1 Mit dem, was darin liegt, dauern die Aufrufe zusammen %2.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in slow first launches%2%3. For %4 of it all that they launch for the first time had started to run: its code was loaded by then, and what the calls went on with was not recorded.</source>
        <translation>Die GPU läuft %1 leer, während der Host in langsamen ersten Launch-Aufrufen ist%2%3. Für %4 davon lief alles, was sie zum ersten Mal starten, schon: Dessen Code war da geladen, und womit die Aufrufe weitermachten, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The GPU waits %1 for the host (%2 with its other waits for the host)</source>
        <translation>Die GPU wartet %1 auf den Host (%2 mit ihrem übrigen Warten auf den Host)</translation>
    </message>
    <message>
        <source>with no time in what counts as loading code</source>
        <translation>ohne Zeit in dem, was als Laden von Code zählt</translation>
    </message>
    <message>
        <source>, only %1 a copy on average: most of what they cost is what any copy costs, and the host may wait for each</source>
        <translation>, im Mittel nur %1 je Kopie: Das meiste davon kostet jede Kopie, und der Host wartet vielleicht auf jede</translation>
    </message>
    <message>
        <source>%1 Up to %2 of that is in such ops: loading code comes once.</source>
        <translation>%1 Bis zu %2 davon liegen in solchen Ops: Laden von Code kommt nur einmal vor.</translation>
    </message>
    <message>
        <source>%1 Up to %2 of that is in such ops, or before the first recorded GPU work: loading code and start-up come once.</source>
        <translation>%1 Bis zu %2 davon liegen in solchen Ops oder vor der ersten aufgezeichneten GPU-Arbeit: Laden von Code und Anlauf kommen nur einmal vor.</translation>
    </message>
    <message>
        <source>For %1 the host compiles code, or waits until it is compiled%2; for %3 of it again, after a step without: something makes it compile anew, as inputs of other shapes do.</source>
        <translation>%1 lang übersetzt der Host Code oder wartet, bis er übersetzt ist%2; davon %3 lang erneut, nach einem Schritt ohne Übersetzen: Etwas lässt ihn neu übersetzen, wie es Eingaben anderer Formen tun.</translation>
    </message>
    <message>
        <source>For %1 the host compiles code, or waits until it is compiled%2: usually only first steps do so; record after some steps of warm-up to leave them out.</source>
        <translation>%1 lang übersetzt der Host Code oder wartet, bis er übersetzt ist%2: Meist tun das nur die ersten Schritte; zeichnen Sie nach einigen Schritten Aufwärmen auf, um sie auszulassen.</translation>
    </message>
    <message>
        <source>%1, outside of the data loader and of compilation,</source>
        <translation>%1, außerhalb des Datenladers und des Übersetzens,</translation>
    </message>
    <message>
        <source>%1, outside of compilation,</source>
        <translation>%1, außerhalb des Übersetzens,</translation>
    </message>
    <message>
        <source>%1 of the recorded time</source>
        <translation>%1 der aufgezeichneten Zeit</translation>
    </message>
    <message>
        <source>No op or call of the host stands out: none has %1 of the self time of all, and %2, at stake; nor do the data loader, compilation, collectives of CPU backends, or code that was not recorded. What else the host did, as in annotations, is not looked at here: Operators, Call tree and Annotation breakdown show it.</source>
        <translation>Keine Op und kein Aufruf des Hosts fällt auf: bei keinem geht es um %1 der Eigenzeit aller und um %2; auch nicht beim Datenlader, beim Übersetzen, bei Kollektivoperationen von CPU-Backends oder bei Code, der nicht aufgezeichnet wurde. Was der Host sonst tat, etwa in Annotationen, ist hier nicht betrachtet: „Operatoren“, „Aufrufbaum“ und „Annotationen im Einzelnen“ zeigen es.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in what counts as loading code or setting something up%2%3: usually only first calls do so; record after some steps of warm-up to leave them out. But for %4 of it a slow launch went on when all that it launches for the first time had started to run: its code was loaded by then, and what the launch went on with was not recorded.</source>
        <translation>Die GPU läuft %1 leer, während der Host in dem ist, was als Laden von Code oder Einrichten zählt%2%3: Meist tun das nur erste Aufrufe; zeichnen Sie nach einigen Schritten Aufwärmen auf, um sie auszulassen. Für %4 davon ging aber ein langsamer Launch-Aufruf weiter, als alles, was er zum ersten Mal startet, schon lief: Dessen Code war da geladen, und womit der Aufruf weitermachte, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in a slow first launch%2%3. For %4 of it all that this call launches for the first time had started to run: its code was loaded by then, and what the call went on with was not recorded.</source>
        <translation>Die GPU läuft %1 leer, während der Host in einem langsamen ersten Launch-Aufruf ist%2%3. Für %4 davon lief alles, was dieser Aufruf zum ersten Mal startet, schon: Dessen Code war da geladen, und womit der Aufruf weitermachte, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>with no time in what counts as loading code, and none in allocation</source>
        <translation>ohne Zeit in dem, was als Laden von Code zählt, und ohne Zeit für Speicheranforderungen</translation>
    </message>
    <message numerus="yes">
        <source>%1 part of %2</source>
        <comment>%1 parts of %2</comment>
        <translation>
            <numerusform>%1 Teil von %2</numerusform>
            <numerusform>%1 Teilen von %2</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in a slow first launch%2%3. By then all that this call launches for the first time had started to run: its code was loaded, and what the call went on with was not recorded.</source>
        <translation>Die GPU läuft %1 leer, während der Host in einem langsamen ersten Launch-Aufruf ist%2%3. Da lief alles, was dieser Aufruf zum ersten Mal startet, schon: Dessen Code war geladen, und womit der Aufruf weitermachte, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in slow first launches%2%3. By then all that they launch for the first time had started to run: its code was loaded, and what the calls went on with was not recorded.</source>
        <translation>Die GPU läuft %1 leer, während der Host in langsamen ersten Launch-Aufrufen ist%2%3. Da lief alles, was sie zum ersten Mal starten, schon: Dessen Code war geladen, und womit die Aufrufe weitermachten, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>Matrix products on tensor cores that read one or two numbers at a time (&apos;align1&apos; and &apos;align2&apos; in the names of their kernels) take %1%2: where inner sizes and strides are multiples of 16 bytes (8 numbers of float16 or bfloat16, 4 of TF32), as by padding, faster kernels can take them.</source>
        <translation>Matrixprodukte auf Tensor-Kernen, die eine oder zwei Zahlen auf einmal lesen („align1“ und „align2“ in den Namen ihrer Kernel), dauern %1%2: Wo innere Größen und Schrittweiten Vielfache von 16 Byte sind (8 Zahlen von float16 oder bfloat16, 4 von TF32), etwa durch Auffüllen, können schnellere Kernel sie übernehmen.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 Part of that may be due to what slows down the ops of this recording.</source>
        <translation>%1 Ein Teil davon kommt vielleicht von dem, was die Ops dieser Aufzeichnung verlangsamt.</translation>
    </message>
    <message>
        <source>Each saving but those with no communication and of what ranks have alike is that of one rank alone, while the others stay as they are: a rank that then reaches a collective first waits there for the others, so that the job may gain less.</source>
        <translation>Jede Ersparnis außer denen ohne Kommunikation und denen durch das, was Ränge gleich haben, ist die eines Rangs allein, während die anderen bleiben, wie sie sind: Ein Rang, der dann als Erster zu einer Kollektivoperation kommt, wartet dort auf die anderen, sodass der Job vielleicht weniger gewinnt.</translation>
    </message>
    <message>
        <source>Each saving but those of what ranks have alike is that of one rank alone, while the others stay as they are: a rank that then reaches a collective first waits there for the others, so that the job may gain less.</source>
        <translation>Jede Ersparnis außer denen durch das, was Ränge gleich haben, ist die eines Rangs allein, während die anderen bleiben, wie sie sind: Ein Rang, der dann als Erster zu einer Kollektivoperation kommt, wartet dort auf die anderen, sodass der Job vielleicht weniger gewinnt.</translation>
    </message>
    <message>
        <source>Each saving but those with no communication is that of one rank alone, while the others stay as they are: a rank that then reaches a collective first waits there for the others, so that the job may gain less.</source>
        <translation>Jede Ersparnis außer denen ohne Kommunikation ist die eines Rangs allein, während die anderen bleiben, wie sie sind: Ein Rang, der dann als Erster zu einer Kollektivoperation kommt, wartet dort auf die anderen, sodass der Job vielleicht weniger gewinnt.</translation>
    </message>
    <message>
        <source>Each saving is that of one rank alone, while the others stay as they are: a rank that then reaches a collective first waits there for the others, so that the job may gain less.</source>
        <translation>Jede Ersparnis ist die eines Rangs allein, während die anderen bleiben, wie sie sind: Ein Rang, der dann als Erster zu einer Kollektivoperation kommt, wartet dort auf die anderen, sodass der Job vielleicht weniger gewinnt.</translation>
    </message>
    <message numerus="yes">
        <source>%2; so has %1 other, whose recording lacks kernels or launches</source>
        <comment>%2; so have %1 others, whose recordings lack kernels or launches</comment>
        <translation>
            <numerusform>%2; ebenso %1 weiterer, dessen Aufzeichnung Kernel oder Launches fehlen</numerusform>
            <numerusform>%2; ebenso %1 weitere, deren Aufzeichnungen Kernel oder Launches fehlen</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 of it in the %2 longest parts</source>
        <translation>, davon %1 in den %2 längsten Teilen</translation>
    </message>
    <message>
        <source>%1 Calls that go into graphs are part of that and of the second estimated saving of the finding of %2, too: the two do not add up.</source>
        <translation>%1 Aufrufe, die in Graphen aufgehen, stecken darin und auch in der zweiten geschätzten Ersparnis des Befunds mit %2: Beide addieren sich nicht.</translation>
    </message>
    <message>
        <source> with GPU time in view and a trace</source>
        <translation> mit GPU-Zeit im Blick und einem Trace</translation>
    </message>
    <message>
        <source> with GPU time in view</source>
        <translation> mit GPU-Zeit im Blick</translation>
    </message>
    <message>
        <source> with GPU work and a trace</source>
        <translation> mit GPU-Arbeit und einem Trace</translation>
    </message>
    <message>
        <source> with GPU work</source>
        <translation> mit GPU-Arbeit</translation>
    </message>
    <message>
        <source>Both ranks%1</source>
        <translation>Beide Ränge%1</translation>
    </message>
    <message>
        <source>All %1 ranks%2</source>
        <translation>Alle %1 Ränge%2</translation>
    </message>
    <message>
        <source>Both traces%1</source>
        <translation>Beide Traces%1</translation>
    </message>
    <message>
        <source>All %1 traces%2</source>
        <translation>Alle %1 Traces%2</translation>
    </message>
    <message>
        <source>%1 of %2 ranks%3</source>
        <translation>%1 von %2 Rängen%3</translation>
    </message>
    <message>
        <source>%1 of %2 traces%3</source>
        <translation>%1 von %2 Traces%3</translation>
    </message>
    <message>
        <source>here the one that is shown as rank %1</source>
        <translation>hier der, der als Rang %1 gezeigt wird</translation>
    </message>
    <message>
        <source>%1 have this (%2), %3: %4</source>
        <translation>%1 haben das (%2), %3: %4</translation>
    </message>
    <message>
        <source>%1 have enough of this for a finding (%2), %3: %4</source>
        <translation>%1 haben davon genug für einen Befund (%2), %3: %4</translation>
    </message>
    <message>
        <source>%1 alike (%2; recordings of the others lack kernels or launches), %3: %4</source>
        <translation>%1 gleich (%2; den Aufzeichnungen der anderen fehlen Kernel oder Launches), %3: %4</translation>
    </message>
    <message>
        <source>%1 alike (%2), %3: %4</source>
        <translation>%1 gleich (%2), %3: %4</translation>
    </message>
    <message>
        <source>, %1 a part on average</source>
        <translation>, im Mittel je Teil %1</translation>
    </message>
    <message>
        <source>Without waiting for the GPU the host can launch ahead, unless it needs a value that it waited for.</source>
        <translation>Ohne auf die GPU zu warten, kann der Host vorausarbeiten, es sei denn, er braucht einen Wert, auf den er gewartet hatte.</translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in %2, where it loads code or sets something up</source>
        <translation>; davon ist der Hauptthread %1 in %2, wo er Code lädt oder etwas einrichtet</translation>
    </message>
    <message numerus="yes">
        <source>%1 call makes a stream wait for work that the file does not name: where nothing else shows such a wait, a replay lets work start too early or as late as it did, and less or more may be saved than estimated.</source>
        <comment>%1 calls make streams wait for work that the file does not name: where nothing else shows such a wait, a replay lets work start too early or as late as it did, and less or more may be saved than estimated.</comment>
        <translation>
            <numerusform>%1 Aufruf lässt einen Stream auf Arbeit warten, die die Datei nicht nennt: Wo nichts anderes ein solches Warten zeigt, lässt eine Nachspielung Arbeit zu früh beginnen oder so spät, wie sie begann, und es wird vielleicht weniger oder mehr gespart als geschätzt.</numerusform>
            <numerusform>%1 Aufrufe lassen Streams auf Arbeit warten, die die Datei nicht nennt: Wo nichts anderes ein solches Warten zeigt, lässt eine Nachspielung Arbeit zu früh beginnen oder so spät, wie sie begann, und es wird vielleicht weniger oder mehr gespart als geschätzt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 call of each makes a stream wait for work that the files do not name: where nothing else shows such a wait, a replay lets work start too early or as late as it did, and less or more may be saved than estimated.</source>
        <comment>%1 calls of each make streams wait for work that the files do not name: where nothing else shows such a wait, a replay lets work start too early or as late as it did, and less or more may be saved than estimated.</comment>
        <translation>
            <numerusform>Je %1 Aufruf lässt einen Stream auf Arbeit warten, die die Dateien nicht nennen: Wo nichts anderes ein solches Warten zeigt, lässt eine Nachspielung Arbeit zu früh beginnen oder so spät, wie sie begann, und es wird vielleicht weniger oder mehr gespart als geschätzt.</numerusform>
            <numerusform>Je %1 Aufrufe lassen Streams auf Arbeit warten, die die Dateien nicht nennen: Wo nichts anderes ein solches Warten zeigt, lässt eine Nachspielung Arbeit zu früh beginnen oder so spät, wie sie begann, und es wird vielleicht weniger oder mehr gespart als geschätzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4; for %6 of it what runs next is on another stream than what ran before, or its stream had been told to wait for an event: fewer such changes and waits may lower it%5.</source>
        <translation>Zwischen Arbeit, die aufeinander folgt, läuft die GPU %1 leer, in %2 kürzer als %3%4; für %6 davon ist, was als Nächstes läuft, auf einem anderen Stream als das davor, oder seinem Stream war gesagt worden, auf ein Event zu warten: Weniger solche Wechsel und Wartezeiten senken das vielleicht%5.</translation>
    </message>
    <message>
        <source>; the host is in %2 for %1 longer than in the other steps on average, for %3 of that in calls that wait for the GPU</source>
        <translation>; der Host ist %1 länger in %2 als im Mittel der anderen Schritte, davon %3 in Aufrufen, die auf die GPU warten</translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in its data loader, in %2</source>
        <translation>; davon ist der Hauptthread %1 in seinem Datenlader, in %2</translation>
    </message>
    <message>
        <source>, all of it while they compute</source>
        <translation>, all das, während sie rechnen</translation>
    </message>
    <message>
        <source>, %1 of it while they compute nothing</source>
        <translation>, davon %1, während sie nichts rechnen</translation>
    </message>
    <message>
        <source>Waits between ranks are none of the findings: %1, all ranks added up (%2 of their time)%5.%3 What they wait in collectives of CPU backends is not in these figures. The analysis %4 tells more.</source>
        <translation>Wartezeiten zwischen Rängen sind in keinem der Befunde: %1, alle Ränge zusammen (%2 ihrer Zeit)%5.%3 Was sie in Kollektivoperationen von CPU-Backends warten, ist in diesen Zahlen nicht enthalten. Die Analyse %4 sagt mehr.</translation>
    </message>
    <message>
        <source>Waits between ranks are none of the findings: %1, all ranks added up (%2 of their time)%5.%3 The analysis %4 tells more.</source>
        <translation>Warten zwischen Rängen ist keiner der Befunde: %1, über alle Ränge summiert (%2 ihrer Zeit)%5.%3 Mehr sagt die Analyse %4.</translation>
    </message>
    <message>
        <source>Each saving but those with no communication is that of one rank alone, while the other ranks of its job stay as they are: one that then reaches a collective first waits there for these, so that its job may gain less.</source>
        <translation>Jede Ersparnis außer denen ohne Kommunikation ist die eines Rangs allein, während die anderen Ränge seines Jobs bleiben, wie sie sind: Einer, der dann als Erster zu einer Kollektivoperation kommt, wartet dort auf diese, sodass sein Job vielleicht weniger gewinnt.</translation>
    </message>
    <message>
        <source>Each saving is that of one rank alone, while the other ranks of its job stay as they are: one that then reaches a collective first waits there for these, so that its job may gain less.</source>
        <translation>Jede Ersparnis ist die eines Rangs allein, während die anderen Ränge seines Jobs bleiben, wie sie sind: Einer, der dann als Erster zu einer Kollektivoperation kommt, wartet dort auf diese, sodass sein Job vielleicht weniger gewinnt.</translation>
    </message>
    <message>
        <source>the %1 ranks that communicate</source>
        <translation>der %1 Ränge, die kommunizieren</translation>
    </message>
    <message>
        <source>the %1 ranks that communicate and have the same steps</source>
        <translation>der %1 Ränge, die kommunizieren und dieselben Schritte haben</translation>
    </message>
    <message>
        <source>Computes %1, %2 more than the average of %3: where they communicate, the others may wait for it.</source>
        <translation>Rechnet %1, %2 mehr als der Durchschnitt %3: Wo sie kommunizieren, warten die anderen womöglich auf ihn.</translation>
    </message>
    <message numerus="yes">
        <source>Computes %2, %3 more than the average of %4; %1 other rank (%5) is above it by half of that or more: where these communicate, the others may wait for them.</source>
        <comment>Computes %2, %3 more than the average of %4; %1 other ranks (%5) are above it by half of that or more: where these communicate, the others may wait for them.</comment>
        <translation>
            <numerusform>Rechnet %2, %3 mehr als der Durchschnitt %4; %1 weiterer Rang (%5) liegt um die Hälfte davon oder mehr darüber: Wo diese kommunizieren, warten die anderen womöglich auf sie.</numerusform>
            <numerusform>Rechnet %2, %3 mehr als der Durchschnitt %4; %1 weitere Ränge (%5) liegen um die Hälfte davon oder mehr darüber: Wo diese kommunizieren, warten die anderen womöglich auf sie.</numerusform>
        </translation>
    </message>
    <message>
        <source>; for %1 of it the main thread compiles code or waits until it is compiled, %2 of that in %3</source>
        <translation>; davon übersetzt der Hauptthread %1 lang Code oder wartet, bis er übersetzt ist, davon %2 in %3</translation>
    </message>
    <message>
        <source> It computes %1 more than the average of ranks that communicate.</source>
        <translation> Er rechnet %1 länger als der Durchschnitt von Rängen, die kommunizieren.</translation>
    </message>
    <message>
        <source>; %1 of it is in steps of the optimizer, outside of foreach and fused ops: with foreach=True or fused=True an optimizer of PyTorch launches fewer kernels</source>
        <translation>; %1 davon liegen in Schritten des Optimizers, außerhalb von Foreach- und Fused-Ops: Mit foreach=True oder fused=True startet ein Optimizer von PyTorch weniger Kernel</translation>
    </message>
    <message>
        <source>; %1 of it is in zero_grad(): with set_to_none=True, as by default since PyTorch 2.0, it fills nothing with zeros</source>
        <translation>; %1 davon liegen in zero_grad(): Mit set_to_none=True, seit PyTorch 2.0 die Voreinstellung, füllt es nichts mit Nullen</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host allocates or frees memory%2%3: for %4 of it torch.cuda.empty_cache() gives back memory, and what is needed again afterwards has to be allocated anew.</source>
        <translation>Die GPU läuft %1 leer, während der Host Speicher anfordert oder freigibt%2%3: %4 davon gibt torch.cuda.empty_cache() Speicher zurück, und was danach wieder gebraucht wird, muss neu angefordert werden.</translation>
    </message>
    <message>
        <source>%1 Most of this follows copies to the host, of %2 on average: where it works on these data, it has to wait for them.</source>
        <translation>%1 Das meiste davon folgt auf Kopien zum Host, im Mittel von %2: Wo er mit diesen Daten arbeitet, muss er auf sie warten.</translation>
    </message>
    <message>
        <source>%1: it had nothing left to run until the host launched more, in %2%3%4%5%6%7%8%9.</source>
        <translation>%1: sie hatte nichts mehr zu tun, bis der Host mehr startete, in %2%3%4%5%6%7%8%9.</translation>
    </message>
    <message>
        <source>%1 Their kernels are launched with no more than %2, so that a quarter of these or more have nothing of them to do: larger batches may take hardly longer.</source>
        <translation>%1 Ihre Kernel werden mit höchstens %2 gestartet, sodass ein Viertel von diesen oder mehr nichts davon zu tun hat: Größere Batches dauern vielleicht kaum länger.</translation>
    </message>
    <message>
        <source>One kernel, %1; it is launched with no more than %2, so that a quarter of these or more have nothing of it to do: with larger batches it may take hardly longer.</source>
        <translation>Ein Kernel, %1; er wird mit höchstens %2 gestartet, sodass ein Viertel von diesen oder mehr nichts davon zu tun hat: Mit größeren Batches dauert er vielleicht kaum länger.</translation>
    </message>
    <message>
        <source>%1 blocks for each multiprocessor of the GPU</source>
        <translation>%1 Blöcken je Multiprozessor der GPU</translation>
    </message>
    <message>
        <source>%2 blocks for each multiprocessor of the GPU (in %1 launches, those that were looked at)</source>
        <translation>%2 Blöcken je Multiprozessor der GPU (in %1 Starts, denen, die angesehen wurden)</translation>
    </message>
    <message numerus="yes">
        <source>, with %2 in %1 kernel of a name that no other step has, as where the step does something else</source>
        <comment>, with %2 in %1 kernels of names that no other step has, as where a library tries out which kernel is fastest (cudnn.benchmark, autotuning) or the step does something else</comment>
        <translation>
            <numerusform>, mit %2 in %1 Kernel, dessen Namen kein anderer Schritt hat, wie wo der Schritt etwas anderes tut</numerusform>
            <numerusform>, mit %2 in %1 Kerneln, deren Namen kein anderer Schritt hat, wie wo eine Bibliothek ausprobiert, welcher Kernel am schnellsten ist (cudnn.benchmark, Autotuning), oder wo der Schritt etwas anderes tut</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, though as many kernels of the same names as %1 other step: %2</source>
        <comment>, though as many kernels of the same names as %1 other steps: %2</comment>
        <translation>
            <numerusform>, obwohl es so viele Kernel mit denselben Namen sind wie in %1 anderen Schritt: %2</numerusform>
            <numerusform>, obwohl es so viele Kernel mit denselben Namen sind wie in %1 anderen Schritten: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>; for %1 of it the main thread is in its data loader, %2 of that in %3</source>
        <translation>; davon ist der Hauptthread %1 in seinem Datenlader, %2 davon in %3</translation>
    </message>
    <message>
        <source>Communication that no computation hides takes %1, though its job has one rank alone; of %2 of communication %3 runs beside computation.</source>
        <translation>Kommunikation, die kein Rechnen verdeckt, braucht %1, obwohl der Job nur einen Rang hat; von %2 Kommunikation läuft %3 neben dem Rechnen.</translation>
    </message>
    <message numerus="yes">
        <source>; %2 of it is copying %3, in %1 copy%4%5</source>
        <comment>; %2 of it is copying %3, in %1 copies%4%5</comment>
        <translation>
            <numerusform>; %2 davon ist Kopieren %3, in %1 Kopie%4%5</numerusform>
            <numerusform>; %2 davon ist Kopieren %3, in %1 Kopien%4%5</numerusform>
        </translation>
    </message>
    <message>
        <source>, at %1 GB/s on average, on a stream that computes, too: on one of their own they may run beside kernels</source>
        <translation>, im Mittel mit %1 GB/s, auf einem Stream, der auch rechnet: Auf einem eigenen können sie neben Kerneln laufen</translation>
    </message>
    <message>
        <source>, at %1 GB/s on average</source>
        <translation>, im Mittel mit %1 GB/s</translation>
    </message>
    <message>
        <source>%1 For %2 of that PyTorch&apos;s caching allocator waits, to free what it kept and allocate again, as it does when memory is full: where none is tried again, no such wait is left.</source>
        <translation>%1 %2 davon wartet der Caching-Allocator von PyTorch, um freizugeben, was er behalten hatte, und neu anzufordern, wie er es tut, wenn der Speicher voll ist: Wo keine Anforderung wiederholt wird, bleibt kein solches Warten.</translation>
    </message>
    <message>
        <source>, most of all more of %1</source>
        <translation>, vor allem mehr von %1</translation>
    </message>
    <message numerus="yes">
        <source> It runs %2 kernels that compute, where %1 other rank with the same steps runs %3%4: more work, as with more layers, micro-batches or an evaluation, rather than slower kernels.</source>
        <comment> It runs %2 kernels that compute, where %1 other ranks with the same steps run %3 (median)%4: more work, as with more layers, micro-batches or an evaluation, rather than slower kernels.</comment>
        <translation>
            <numerusform> Er führt %2 Kernel aus, die rechnen, wo %1 anderer Rang mit denselben Schritten %3 ausführt%4: mehr Arbeit, wie bei mehr Schichten, Micro-Batches oder einer Auswertung, und nicht langsamere Kernel.</numerusform>
            <numerusform> Er führt %2 Kernel aus, die rechnen, wo %1 andere Ränge mit denselben Schritten %3 ausführen (Median)%4: mehr Arbeit, wie bei mehr Schichten, Micro-Batches oder einer Auswertung, und nicht langsamere Kernel.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> It runs as many kernels of the same names as %1 other rank: %2.</source>
        <comment> It runs as many kernels of the same names as %1 other ranks: %2.</comment>
        <translation>
            <numerusform> Er führt so viele Kernel derselben Namen aus wie %1 anderer Rang: %2.</numerusform>
            <numerusform> Er führt so viele Kernel derselben Namen aus wie %1 andere Ränge: %2.</numerusform>
        </translation>
    </message>
    <message>
        <source> The GPU of rank %1 waits %2 longer for its host than those of the ranks that communicate do on average, and others wait up to %3 for what it launches late.</source>
        <translation> Die GPU von Rang %1 wartet %2 länger auf ihren Host als im Mittel die der Ränge, die kommunizieren, und andere warten bis zu %3 auf das, was er spät startet.</translation>
    </message>
    <message>
        <source> For %1 of all waits the reason was not recorded: recordings of ranks that come last there began later than those of others.</source>
        <translation> Bei %1 aller Wartezeiten wurde der Grund nicht aufgezeichnet: Aufzeichnungen von Rängen, die dort als letzte kommen, begannen später als die anderer.</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source> Ranks %1 come last in turn there, each for %2 of all waits.</source>
        <translation> Die Ränge %1 kommen dort abwechselnd als letzte, auf jeden entfallen %2 aller Wartezeiten.</translation>
    </message>
    <message>
        <source> No single rank is behind it: ranks %1 come last in turn, each for %2 of all waits.</source>
        <translation> Dahinter steht kein einzelner Rang: Die Ränge %1 kommen abwechselnd als letzte, auf jeden entfallen %2 aller Wartezeiten.</translation>
    </message>
    <message>
        <source>step %1 is followed by step %2, and for %3 in between nothing was recorded: the GPU counts as idle there, though what it did is not known, and savings of this rank are less sure.</source>
        <translation>auf Schritt %1 folgt Schritt %2, und dazwischen wurde %3 lang nichts aufgezeichnet: Die GPU zählt dort als leer laufend, obwohl nicht bekannt ist, was sie tat, und Ersparnisse dieses Rangs sind weniger sicher.</translation>
    </message>
    <message>
        <source>steps are missing in %1 places, the first between steps %2 and %3, and for %4 there nothing was recorded: the GPU counts as idle then, though what it did is not known, and savings of this rank are less sure.</source>
        <translation>Schritte fehlen an %1 Stellen, zuerst zwischen den Schritten %2 und %3, und %4 lang wurde dort nichts aufgezeichnet: Die GPU zählt dann als leer laufend, obwohl nicht bekannt ist, was sie tat, und Ersparnisse dieses Rangs sind weniger sicher.</translation>
    </message>
    <message>
        <source>they take %1 times as long as there, as with larger inputs, lower clocks or another program on the GPU</source>
        <translation>Sie dauern %1-mal so lange wie dort, wie bei größeren Eingaben, niedrigerem Takt oder einem anderen Programm auf der GPU</translation>
    </message>
    <message>
        <source>they take %1 times as long as in the median of those, as with larger inputs, lower clocks or another program on the GPU</source>
        <translation>Sie dauern %1-mal so lange wie im Median von diesen, wie bei größeren Eingaben, niedrigerem Takt oder einem anderen Programm auf der GPU</translation>
    </message>
    <message>
        <source>with the host twice as fast in ops, Python and launch calls</source>
        <translation>mit doppelt so schnellem Host in Ops, Python und Launch-Aufrufen</translation>
    </message>
    <message>
        <source>with computation twice as fast</source>
        <translation>mit doppelt so schnellem Rechnen</translation>
    </message>
    <message>
        <source>What-if estimates a saving of %1 (%2 of the wall time) %3, more than that of any finding.</source>
        <translation>„Was wäre, wenn“ schätzt eine Ersparnis von %1 (%2 der Wandzeit) %3, mehr als die jedes Befunds.</translation>
    </message>
    <message>
        <source>Neither the host nor the GPU limits the time alone: What-if estimates a saving of %1 of the wall time with the host twice as fast in ops, Python and launch calls, of %2 with computation twice as fast, and of %3 with both.</source>
        <translation>Weder der Host noch die GPU begrenzt die Zeit allein: „Was wäre, wenn“ schätzt eine Ersparnis von %1 der Wandzeit mit doppelt so schnellem Host in Ops, Python und Launch-Aufrufen, von %2 mit doppelt so schnellem Rechnen und von %3 mit beidem.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it the loader starts its worker processes.</source>
        <translation>Die GPU läuft %1 leer, während der Host in seinem Datenlader ist%2%3: %4 davon startet der Lader seine Worker-Prozesse.</translation>
    </message>
    <message>
        <source>What-if estimates a saving of %1 (%2 of the wall time) %3.</source>
        <translation>„Was wäre, wenn“ schätzt eine Ersparnis von %1 (%2 der Wandzeit) %3.</translation>
    </message>
    <message>
        <source>parts of %1</source>
        <translation>Teilen von %1</translation>
    </message>
    <message>
        <source>, %1 a gap on average</source>
        <translation>, im Mittel je Lücke %1</translation>
    </message>
    <message>
        <source>Sends and receives of a CPU backend</source>
        <translation>Sende- und Empfangsoperationen eines CPU-Backends</translation>
    </message>
    <message>
        <source>Collectives, sends and receives of a CPU backend</source>
        <translation>Kollektiv-, Sende- und Empfangsoperationen eines CPU-Backends</translation>
    </message>
    <message>
        <source>Collectives of a CPU backend</source>
        <translation>Kollektivoperationen eines CPU-Backends</translation>
    </message>
    <message>
        <source>%1, %2 most of all, run for %3, though its job has one rank alone.</source>
        <translation>%1, vor allem %2, laufen %3 lang, obwohl der Job nur einen Rang hat.</translation>
    </message>
    <message>
        <source>%1, %2 most of all, run for %3, %4.</source>
        <translation>%1, vor allem %2, laufen %3 lang, %4.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it worker processes are started. The file has that of several iterators: a loader that is iterated again starts its workers anew, unless persistent_workers=True keeps them.</source>
        <translation>Die GPU läuft %1 leer, während der Host in seinem Datenlader ist%2%3: %4 davon werden Worker-Prozesse gestartet. Die Datei hat das von mehreren Iteratoren: Ein Lader, über den noch einmal iteriert wird, startet seine Worker neu, sofern persistent_workers=True sie nicht behält.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in its data loader%2%3: it has no worker processes (num_workers=0). With workers, batches can be made meanwhile; less work per sample helps, too.</source>
        <translation>Die GPU läuft %1 leer, während der Host in seinem Datenlader ist%2%3: Er hat keine Worker-Prozesse (num_workers=0). Mit Workern können Batches nebenher entstehen; weniger Arbeit je Beispiel hilft auch.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it in one without worker processes (num_workers=0). With workers, batches can be made meanwhile; less work per sample helps, too.</source>
        <translation>Die GPU läuft %1 leer, während der Host in seinem Datenlader ist%2%3: %4 davon in einem ohne Worker-Prozesse (num_workers=0). Mit Workern können Batches nebenher entstehen; weniger Arbeit je Beispiel hilft auch.</translation>
    </message>
    <message numerus="yes">
        <source> Each of these slower ranks runs as many kernels of the same names as %1 other rank: they take %2 times as long as there or more, as with larger inputs, lower clocks or another program on the GPU.</source>
        <comment> Each of these slower ranks runs as many kernels of the same names as %1 other ranks: they take %2 times as long as in the median of those or more, as with larger inputs, lower clocks or another program on the GPU.</comment>
        <translation>
            <numerusform> Jeder dieser langsameren Ränge führt so viele Kernel derselben Namen aus wie %1 anderer Rang: Sie dauern %2-mal so lange wie dort oder länger, wie bei größeren Eingaben, niedrigerem Takt oder einem anderen Programm auf der GPU.</numerusform>
            <numerusform> Jeder dieser langsameren Ränge führt so viele Kernel derselben Namen aus wie %1 andere Ränge: Sie dauern %2-mal so lange wie dort im Median oder länger, wie bei größeren Eingaben, niedrigerem Takt oder einem anderen Programm auf der GPU.</numerusform>
        </translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host launched work late: before them it spent more time on %2 than others, most of that in %3.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host Arbeit spät gestartet hat: Davor war er länger als andere mit %2 beschäftigt, das meiste davon in %3.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host took longer before: it spent more time in %2, of which nothing more was recorded, than others.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host davor länger brauchte: Er war länger als andere in %2, worüber nichts Näheres aufgezeichnet ist.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host took longer before: it spent more time on %2 than others.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host davor länger brauchte: Er war länger als andere mit %2 beschäftigt.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host took longer before: it spent more time on %2 than others, most of that in %3.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host davor länger brauchte: Er war länger als andere mit %2 beschäftigt, das meiste davon in %3.</translation>
    </message>
    <message>
        <source> Ranks %1 come last in turn there, each for %2 of all waits; for %3 of that they were late already in collectives before, whose waits began with rank %4.</source>
        <translation> Die Ränge %1 kommen dort abwechselnd als letzte, auf jeden entfallen %2 aller Wartezeiten; bei %3 davon waren sie schon in Kollektivoperationen davor zu spät, deren Wartezeiten bei Rang %4 begannen.</translation>
    </message>
    <message>
        <source>%1 most of all (%2)</source>
        <translation>vor allem %1 (%2)</translation>
    </message>
    <message>
        <source>such as %1</source>
        <translation>etwa %1</translation>
    </message>
    <message numerus="yes">
        <source>torch.compile splits functions at graph breaks: %1 recorded call goes on behind one, %2. What lies at a break runs as without it; %3 tells why it is there.</source>
        <comment>torch.compile splits functions at graph breaks: %1 recorded calls go on behind one, %2. What lies at a break runs as without it; %3 tells why it is there.</comment>
        <translation>
            <numerusform>torch.compile teilt Funktionen an Graph Breaks: %1 aufgezeichneter Aufruf geht hinter einem weiter, %2. Was an einem Bruch liegt, läuft wie ohne torch.compile; %3 sagt, warum er da ist.</numerusform>
            <numerusform>torch.compile teilt Funktionen an Graph Breaks: %1 aufgezeichnete Aufrufe gehen hinter einem weiter, %2. Was an einem Bruch liegt, läuft wie ohne torch.compile; %3 sagt, warum er da ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>, waits for the GPU included</source>
        <translation>, Warten auf die GPU eingeschlossen</translation>
    </message>
    <message>
        <source>DDP searches for parameters that the forward pass did not use, as %2 makes it. This takes the host %1 of the recorded time; where all parameters are used, nothing needs it.</source>
        <translation>DDP sucht Parameter, die der Vorwärtslauf nicht benutzt hat, wie %2 es bewirkt. Das kostet den Host %1 der aufgezeichneten Zeit; wo alle Parameter benutzt werden, braucht es niemand.</translation>
    </message>
    <message>
        <source>DDP copies gradients out of the buckets in which it had reduced them, which takes the host %1 of the recorded time; with %2 they stay there.</source>
        <translation>DDP kopiert Gradienten aus den Buckets, in denen es sie reduziert hat, was den Host %1 der aufgezeichneten Zeit kostet; mit %2 bleiben sie dort.</translation>
    </message>
    <message>
        <source>For %1 the main thread is in its data loader: it has no worker processes (%2). With workers, batches can be made meanwhile; less work per sample helps, too.</source>
        <translation>%1 ist der Hauptthread in seinem Datenlader: Er hat keine Worker-Prozesse (%2). Mit Workern können Batches nebenher entstehen; weniger Arbeit je Beispiel hilft auch.</translation>
    </message>
    <message>
        <source>For %1 the main thread is in its data loader: for %3 of it in one without worker processes (%2). With workers, batches can be made meanwhile; less work per sample helps, too.</source>
        <translation>%1 ist der Hauptthread in seinem Datenlader: %3 davon in einem ohne Worker-Prozesse (%2). Mit Workern können Batches nebenher entstehen; weniger Arbeit je Beispiel hilft auch.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is that its host took longer before; what it did meanwhile cannot be compared, since the ranks did not record the same of their hosts.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund, dass sein Host davor länger brauchte; was er da tat, lässt sich nicht vergleichen, da die Ränge von ihren Hosts nicht das Gleiche aufgezeichnet haben.</translation>
    </message>
    <message>
        <source> For %1 of these waits the reason is not known.</source>
        <translation> Bei %1 dieser Wartezeit ist der Grund nicht bekannt.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host is in its data loader%2%3: for %4 of it another thread pins memory, as that of a loader with pin_memory=True does: if the loader waits for that, more workers do not make it faster.</source>
        <translation>Die GPU läuft %1 leer, während der Host in seinem Data Loader ist%2%3: %4 davon pinnt ein anderer Thread Speicher, wie der eines Loaders mit pin_memory=True: Wenn der Loader darauf wartet, machen mehr Worker ihn nicht schneller.</translation>
    </message>
    <message>
        <source>%1 %2 of that is in steps of the optimizer, outside of foreach and fused ops: with fused=True those optimizers of PyTorch that have it update many parameters in one kernel.</source>
        <translation>%1 %2 davon liegen in Schritten des Optimizers, außerhalb von Foreach- und Fused-Ops: Mit fused=True aktualisieren jene Optimizer von PyTorch, die es haben, viele Parameter in einem Kernel.</translation>
    </message>
    <message>
        <source>%1 %2 of these waits are for copies to the host, of %3 on average: where it works on these data, it has to wait for them.</source>
        <translation>%1 %2 davon wartet er auf Kopien zum Host, im Mittel von %3: Wo er mit diesen Daten arbeitet, muss er auf sie warten.</translation>
    </message>
    <message numerus="yes">
        <source>%2 More may be saved than estimated: the estimate keeps launch calls as long as they are, but %1 of them, shorter than %3, was made with %4 or more launches in its queue and may have waited for room in it, for up to %5.</source>
        <comment>%2 More may be saved than estimated: the estimate keeps launch calls as long as they are, but %1 of them, each shorter than %3, were made with %4 or more launches in their queue and may have waited for room in it, for up to %5 together.</comment>
        <translation>
            <numerusform>%2 Es kann mehr gespart werden als geschätzt: Die Schätzung lässt Launch-Aufrufe so lang, wie sie sind, aber %1 davon, kürzer als %3, hatte %4 oder mehr Launches in seiner Warteschlange und hat vielleicht auf Platz darin gewartet, bis zu %5.</numerusform>
            <numerusform>%2 Es kann mehr gespart werden als geschätzt: Die Schätzung lässt Launch-Aufrufe so lang, wie sie sind, aber %1 davon, jeder kürzer als %3, hatten %4 oder mehr Launches in ihrer Warteschlange und haben vielleicht auf Platz darin gewartet, zusammen bis zu %5.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Up to %2 of that are these waits: faster communication alone may not end them.</source>
        <translation>%1 Bis zu %2 davon sind diese Wartezeiten: Schnellere Kommunikation allein beendet sie womöglich nicht.</translation>
    </message>
    <message>
        <source>%1 With no communication other ranks may gain less than the one of which it is told: then the job gains less, too.</source>
        <translation>%1 Ohne Kommunikation gewinnen andere Ränge womöglich weniger als der, von dem die Rede ist: Dann gewinnt auch der Job weniger.</translation>
    </message>
    <message>
        <source>With no communication other ranks may gain less than the one of which it is told: then the job gains less, too.</source>
        <translation>Ohne Kommunikation gewinnen andere Ränge womöglich weniger als der, von dem die Rede ist: Dann gewinnt auch der Job weniger.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host allocates or frees memory%2%3: nearly every aten::empty allocates from a pool of the driver, as PyTorch does with backend:cudaMallocAsync in PYTORCH_CUDA_ALLOC_CONF; its own caching allocator (backend:native) makes few such calls once it is warm.</source>
        <translation>Die GPU läuft %1 leer, während der Host Speicher belegt oder freigibt%2%3: Fast jedes aten::empty belegt Speicher aus einem Pool des Treibers, wie PyTorch es mit backend:cudaMallocAsync in PYTORCH_CUDA_ALLOC_CONF tut; sein eigener Caching-Allocator (backend:native) ruft ihn selten auf, sobald er warm ist.</translation>
    </message>
    <message>
        <source>; for %1 of it another thread of the process is in Python (%2 of that in %3)</source>
        <translation>; %1 davon ist ein anderer Thread des Prozesses in Python (%2 davon in %3)</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 while the host sleeps or waits in Python%2%3: for another thread, a request or a timer, which the trace does not tell%4.</source>
        <translation>Die GPU läuft %1 leer, während der Host in Python schläft oder wartet%2%3: auf einen anderen Thread, eine Anfrage oder eine Uhr, was der Trace nicht sagt%4.</translation>
    </message>
    <message>
        <source>the backward pass tests gradients for NaN, as %2 makes it%4. These tests take the host %1 of the recorded time%3; they are meant for debugging.</source>
        <translation>der Rückwärtslauf prüft Gradienten auf NaN, wie %2 es bewirkt%4. Diese Prüfungen kosten den Host %1 der aufgezeichneten Zeit%3; sie sind zur Fehlersuche gedacht.</translation>
    </message>
    <message>
        <source>, or hooks behind its nodes</source>
        <translation> oder Hooks hinter seinen Knoten</translation>
    </message>
    <message>
        <source>%1 Waits in Python count as long as recorded: where another thread needs values from the GPU for them, less is saved.</source>
        <translation>%1 Wartezeiten in Python zählen so lang wie aufgezeichnet: Wo ein anderer Thread dafür Werte von der GPU braucht, wird weniger gespart.</translation>
    </message>
    <message>
        <source>The GPU is idle for %1 after the host had waited for it%2%3: it has nothing queued then, until the host has launched more%4%5%6.</source>
        <translation>Die GPU ist %1 im Leerlauf, nachdem der Host auf sie gewartet hatte%2%3: Dann steht nichts in ihrer Warteschlange, bis der Host mehr gestartet hat%4%5%6.</translation>
    </message>
    <message>
        <source>%1 Up to %2 of that is no saving where kernels that are not in the file ran then: they take as long in any case.</source>
        <translation>%1 Bis zu %2 davon werden nicht gespart, wo dann Kernel liefen, die nicht in der Datei sind: Sie dauern in jedem Fall so lang.</translation>
    </message>
    <message>
        <source>%1 Other synchronisations take %2, although no recorded work is left to wait for: that stays, whatever it is.</source>
        <translation>%1 Andere Synchronisationen dauern %2, obwohl keine aufgezeichnete Arbeit mehr übrig ist, auf die zu warten wäre: Das bleibt, was immer es ist.</translation>
    </message>
    <message>
        <source>torch.compile has made %1 versions or more of a function (%2 ran, which counts from 0), each for calls that those before do not fit, as where shapes or values differ. Compiling takes time, and after a number of versions such calls run as they are: %3 tells what differs.</source>
        <translation>torch.compile hat mindestens %1 Versionen einer Funktion übersetzt (%2 lief, was von 0 an zählt), jede für Aufrufe, die zu den früheren nicht passen, etwa wo Größen oder Werte andere sind. Übersetzen kostet Zeit, und nach einer Anzahl von Versionen laufen solche Aufrufe unübersetzt: %3 sagt, was anders ist.</translation>
    </message>
    <message>
        <source>; for %1 of it the GPU may wait for launches as well: what runs next starts no later after its launch than it would on an idle GPU</source>
        <translation>; %1 davon wartet die GPU womöglich auch auf Launches: Was als Nächstes läuft, beginnt nach seinem Launch nicht später, als es auf einer leer laufenden GPU begänne</translation>
    </message>
    <message>
        <source>; %1 of it is in the first %2 of the recording, which takes far longer than all others: it probably sets up communication, which comes once</source>
        <translation>; %1 davon liegt im ersten %2 der Aufzeichnung, das weit länger dauert als alle anderen: Es richtet wahrscheinlich die Kommunikation ein, was nur einmal vorkommt</translation>
    </message>
    <message>
        <source> (%1 of it after %2, %3 after waits inside %4)</source>
        <translation> (davon %1 nach %2, %3 nach Warten innerhalb von %4)</translation>
    </message>
    <message>
        <source>%1 By duration, %2 of the kernels are launched inside %3.</source>
        <translation>%1 Nach ihrer Dauer werden %2 der Kernel innerhalb von %3 gestartet.</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation> (%1)</translation>
    </message>
    <message numerus="yes">
        <source>; %2 of it is copying from or to pageable memory, mostly %3 (%1 copy%4)%5</source>
        <comment>; %2 of it is copying from or to pageable memory, mostly %3 (%1 copies%4)%5</comment>
        <translation>
            <numerusform>; %2 davon ist Kopieren von oder nach auslagerbarem Speicher, meist %3 (%1 Kopie%4)%5</numerusform>
            <numerusform>; %2 davon ist Kopieren von oder nach auslagerbarem Speicher, meist %3 (%1 Kopien%4)%5</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>, %1</translation>
    </message>
    <message>
        <source>most of it launched in %1</source>
        <translation>das meiste davon gestartet in %1</translation>
    </message>
    <message>
        <source>%1 of it in %2</source>
        <translation>%1 davon in %2</translation>
    </message>
    <message>
        <source>%1 of it in %2, %3 inside %4</source>
        <translation>%1 davon in %2, %3 innerhalb von %4</translation>
    </message>
    <message numerus="yes">
        <source> (%2, %3 of it in %1 of the calls)</source>
        <comment> (%2, %3 of it in %1 of the calls)</comment>
        <translation>
            <numerusform> (%2, %3 davon in %1 der Aufrufe)</numerusform>
            <numerusform> (%2, %3 davon in %1 der Aufrufe)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 For %2 of that it waits while code is compiled and tried out, as autotuning does: that needs its waits.</source>
        <translation>%1 %2 davon wartet er, während Code übersetzt und ausprobiert wird, wie beim Autotuning: Das braucht sein Warten.</translation>
    </message>
    <message>
        <source>%1 %2 fetches single values, as .item() does: where the program needs one to go on, it has to wait for it.</source>
        <translation>%1 %2 holt einzelne Werte, wie .item() es tut: Wo das Programm einen braucht, um weiterzumachen, muss es auf ihn warten.</translation>
    </message>
    <message>
        <source>%1: not known</source>
        <translation>%1: nicht bekannt</translation>
    </message>
    <message>
        <source>%1: none</source>
        <translation>%1: keine</translation>
    </message>
    <message>
        <source>%1: up to %2 (%3)</source>
        <translation>%1: bis zu %2 (%3)</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1: %2 (%3)</translation>
    </message>
    <message>
        <source>Estimated saving %1.</source>
        <translation>Geschätzte Ersparnis %1.</translation>
    </message>
    <message>
        <source>Estimated saving %1; %2.</source>
        <translation>Geschätzte Ersparnis %1; %2.</translation>
    </message>
    <message>
        <source>%1 Up to %2 of that is in setting up communication, which comes once.</source>
        <translation>%1 Bis zu %2 davon entfallen auf das Einrichten der Kommunikation, was nur einmal vorkommt.</translation>
    </message>
    <message>
        <source>%1 Time in data loading counts as long as recorded: where workers make the batches, and are no sooner done with them, the host waits longer for these, and less is saved.</source>
        <translation>%1 Zeit im Laden von Daten zählt so lang wie aufgezeichnet: Wo Worker die Batches machen und damit nicht früher fertig sind, wartet der Host länger auf sie, und es wird weniger gespart.</translation>
    </message>
</context>
<context>
    <name>parameters</name>
    <message>
        <source>%1 takes %2, not %3.</source>
        <translation>%1 nimmt %2, nicht %3.</translation>
    </message>
    <message>
        <source>%1 takes a value from %2 to %3, not %4.</source>
        <translation>%1 nimmt einen Wert von %2 bis %3, nicht %4.</translation>
    </message>
    <message>
        <source>%1 takes a value of at least %2, not %3.</source>
        <translation>%1 nimmt einen Wert von mindestens %2, nicht %3.</translation>
    </message>
    <message>
        <source>%1 takes a value of at most %2, not %3.</source>
        <translation>%1 nimmt einen Wert von höchstens %2, nicht %3.</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>another value</source>
        <translation>einen anderen Wert</translation>
    </message>
    <message>
        <source>%1 is no time in whole nanoseconds (write 5us, 300ns, 1.5ms or 2s; without a unit microseconds).</source>
        <translation>%1 ist keine Zeit in ganzen Nanosekunden (schreiben Sie 5us, 300ns, 1.5ms oder 2s; ohne Einheit Mikrosekunden).</translation>
    </message>
</context>
<context>
    <name>picture-export</name>
    <message>
        <source>The picture could not be drawn: there is not enough memory for its size.</source>
        <translation>Das Bild konnte nicht gezeichnet werden: für seine Größe ist nicht genug Speicher da.</translation>
    </message>
    <message>
        <source>A picture must be between 1 and %1 pixels wide and high.</source>
        <translation>Ein Bild muss zwischen 1 und %1 Pixel breit und hoch sein.</translation>
    </message>
</context>
<context>
    <name>queue-length</name>
    <message>
        <source>No host call with linked GPU work in this scope: record with %1.</source>
        <translation>Kein Host-Aufruf mit verbundener GPU-Arbeit in diesem Umfang: zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>No queue reaches %1; the longest one holds %2.</source>
        <translation>Keine Warteschlange erreicht %1; die längste hat %2.</translation>
    </message>
    <message>
        <source>some work starts before its own launch, so queue lengths fall below 0 for a moment.</source>
        <translation>einige Arbeit beginnt vor ihrem eigenen Launch, darum fallen die Längen für einen Moment unter 0.</translation>
    </message>
    <message>
        <source>No host call with linked GPU work in this scope.</source>
        <translation>Kein Host-Aufruf mit verbundener GPU-Arbeit in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>ranks-together</name>
    <message>
        <source>Several of the traces are recordings of one rank, so not all ran together: nothing here tells who waits for whom. The ranks of one recording alone, opened or chosen, do.</source>
        <translation>Mehrere der Traces sind Aufzeichnungen eines Rangs, es liefen also nicht alle zusammen: Nichts hier sagt, wer auf wen wartet. Die Ränge einer Aufzeichnung, allein geöffnet oder gewählt, sagen es.</translation>
    </message>
    <message>
        <source>By the clocks of the files no moment is in all recordings of the chosen ranks, and several of the traces are recordings of one rank: whether the chosen ranks ran together is not known, so it is not told who waits for whom, nor how their clocks differ. Opened alone they are taken to have run together.</source>
        <translation>Nach den Uhren der Dateien liegt kein Zeitpunkt in allen Aufzeichnungen der gewählten Ränge, und mehrere der Traces sind Aufzeichnungen eines Rangs: Ob die gewählten Ränge zusammen liefen, ist nicht bekannt; daher wird nicht gesagt, wer auf wen wartet, noch, wie weit ihre Uhren auseinandergehen. Allein geöffnet gelten sie als zusammen gelaufen.</translation>
    </message>
    <message>
        <source>The traces that are looked at say that their jobs have different sizes (world_size from %1 to %2), so not all ran together: it is not told who waits for whom, which rank computes longest, nor how their clocks differ. Several traces of one job, opened or chosen alone, tell it.</source>
        <translation>Die Traces im Blick sagen, dass ihre Jobs verschieden groß sind (world_size von %1 bis %2), also liefen nicht alle zusammen: Es wird nicht gesagt, wer auf wen wartet, welcher Rang am längsten rechnet, noch, wie weit ihre Uhren auseinandergehen. Mehrere Traces eines Jobs, allein geöffnet oder gewählt, sagen es.</translation>
    </message>
    <message numerus="yes">
        <source>%2 traces are looked at that say that their job has %1 rank (world_size), so not all ran together: it is not told who waits for whom, which rank computes longest, nor how their clocks differ.</source>
        <comment>%2 traces are looked at that say that their job has %1 ranks (world_size), so not all ran together: it is not told who waits for whom, which rank computes longest, nor how their clocks differ. Several traces of one job, opened or chosen alone, tell it.</comment>
        <translation>
            <numerusform>%2 Traces im Blick sagen, dass ihr Job %1 Rang hat (world_size), also liefen nicht alle zusammen: Es wird nicht gesagt, wer auf wen wartet, welcher Rang am längsten rechnet, noch, wie weit ihre Uhren auseinandergehen.</numerusform>
            <numerusform>%2 Traces im Blick sagen, dass ihr Job %1 Ränge hat (world_size), also liefen nicht alle zusammen: Es wird nicht gesagt, wer auf wen wartet, welcher Rang am längsten rechnet, noch, wie weit ihre Uhren auseinandergehen. Mehrere Traces eines Jobs, allein geöffnet oder gewählt, sagen es.</numerusform>
        </translation>
    </message>
    <message>
        <source>Some of the traces that are looked at are copies: they hold the same recording as another one of them. It is not told who waits for whom, which rank computes longest, nor how their clocks differ: each recording opened or chosen once tells it.</source>
        <translation>Einige der Traces im Blick sind Kopien: Sie enthalten dieselbe Aufzeichnung wie ein anderer davon. Es wird nicht gesagt, wer auf wen wartet, welcher Rang am längsten rechnet, noch, wie weit ihre Uhren auseinandergehen: Jede Aufzeichnung einmal geöffnet oder gewählt sagt es.</translation>
    </message>
</context>
<context>
    <name>registry</name>
    <message>
        <source>ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>% of GPU time in view</source>
        <translation>% der GPU-Zeit im Blick</translation>
    </message>
    <message>
        <source>% of communication time</source>
        <translation>% der Kommunikationszeit</translation>
    </message>
    <message>
        <source>% of selected</source>
        <translation>% der Auswahl</translation>
    </message>
    <message>
        <source>% of sum</source>
        <translation>% der Summe</translation>
    </message>
    <message>
        <source>% of the activities of the kind</source>
        <translation>% der Aktivitäten der Art</translation>
    </message>
    <message>
        <source>% of the device&apos;s time in view</source>
        <translation>% der Zeit des Geräts im Blick</translation>
    </message>
    <message>
        <source>% of the highest rate</source>
        <translation>% der höchsten Rate</translation>
    </message>
    <message>
        <source>% of the launch delays</source>
        <translation>% der Launch-Verzögerungen</translation>
    </message>
    <message>
        <source>% of the memory reserved at the peak</source>
        <translation>% des am Höhepunkt reservierten Speichers</translation>
    </message>
    <message>
        <source>% of the step&apos;s wall time</source>
        <translation>% der Wandzeit des Schritts</translation>
    </message>
    <message>
        <source>% of the stream&apos;s time in view</source>
        <translation>% der Zeit des Streams im Blick</translation>
    </message>
    <message>
        <source>% of the sum of GPU work</source>
        <translation>% der Summe der GPU-Arbeit</translation>
    </message>
    <message>
        <source>% of the sum of durations</source>
        <translation>% der Summe der Dauern</translation>
    </message>
    <message>
        <source>% of the sum of durations of the five kinds</source>
        <translation>% der Summe der Dauern der fünf Arten</translation>
    </message>
    <message>
        <source>% of the sum of durations of the graph</source>
        <translation>% der Summe der Dauern des Graphen</translation>
    </message>
    <message>
        <source>% of the sum of durations of the type</source>
        <translation>% der Summe der Dauern des Typs</translation>
    </message>
    <message>
        <source>% of the sum of durations; nested ones count in both</source>
        <translation>% der Summe der Dauern; verschachtelte zählen in beiden</translation>
    </message>
    <message>
        <source>% of the sum of host self time</source>
        <translation>% der Summe der Host-Eigenzeit</translation>
    </message>
    <message>
        <source>% of the time in control</source>
        <translation>% der Zeit in der Kontrolle</translation>
    </message>
    <message>
        <source>% of the time in which one of the types runs</source>
        <translation>% der Zeit, in der einer der Typen läuft</translation>
    </message>
    <message>
        <source>% of the time in which the rank&apos;s GPUs are busy</source>
        <translation>% der Zeit, in der die GPUs des Rangs belegt sind</translation>
    </message>
    <message>
        <source>% of the wall time of one run</source>
        <translation>% der Wandzeit eines Laufs</translation>
    </message>
    <message>
        <source>% of what the finding names</source>
        <translation>% dessen, was der Befund nennt</translation>
    </message>
    <message>
        <source>% of what the next column names</source>
        <translation>% dessen, was die nächste Spalte nennt</translation>
    </message>
    <message>
        <source>0: forward, 1: backward</source>
        <translation>0: vorwärts, 1: rückwärts</translation>
    </message>
    <message>
        <source>1: the candidates come from it</source>
        <translation>1: die Kandidaten kommen daher</translation>
    </message>
    <message>
        <source>90 %</source>
        <translation>90 %</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>A call that takes longer than this is an outlier</source>
        <translation>Ein Aufruf, der länger dauert, ist ein Ausreißer</translation>
    </message>
    <message>
        <source>A gap shorter than this before work that was launched in time counts as kernel_wait</source>
        <translation>Eine kürzere Lücke vor Arbeit, die rechtzeitig gestartet wurde, zählt als kernel_wait</translation>
    </message>
    <message>
        <source>A lane for each pattern</source>
        <translation>Eine Bahn für jedes Muster</translation>
    </message>
    <message>
        <source>A launch waits for room behind this much work</source>
        <translation>Hinter so viel Arbeit wartet ein Launch auf Platz</translation>
    </message>
    <message>
        <source>A set-up call or a first launch that takes this long loads code</source>
        <translation>Ein Einrichtungsaufruf oder erster Launch, der so lange dauert, lädt Code</translation>
    </message>
    <message>
        <source>A smaller share of the time at stake than this is no finding</source>
        <translation>Ein kleinerer Anteil an der Zeit, um die es geht, ist kein Befund</translation>
    </message>
    <message>
        <source>A step that takes this share more than the median one is slow</source>
        <translation>Ein Schritt, der um diesen Anteil länger dauert als der mittlere, ist langsam</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Achieved occupancy</source>
        <translation>Erreichte Belegung</translation>
    </message>
    <message>
        <source>Achieved rate</source>
        <translation>Erreichte Rate</translation>
    </message>
    <message>
        <source>Achieved share</source>
        <translation>Erreichter Anteil</translation>
    </message>
    <message>
        <source>Active kernels</source>
        <translation>Aktive Kernel</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>Aktivitäten</translation>
    </message>
    <message>
        <source>Activities among the longest</source>
        <translation>Aktivitäten unter den längsten</translation>
    </message>
    <message>
        <source>Add threads on which each occurrence is a slice</source>
        <translation>Threads hinzufügen, auf denen jedes Vorkommen ein Slice ist</translation>
    </message>
    <message>
        <source>After a sync</source>
        <translation>Nach einem Sync</translation>
    </message>
    <message>
        <source>All idle time</source>
        <translation>Alle Leerlaufzeit</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Allocated and reserved memory</source>
        <translation>Belegter und reservierter Speicher</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>Belegungen</translation>
    </message>
    <message>
        <source>Also look at copies and memsets</source>
        <translation>Auch Kopien und Memsets betrachten</translation>
    </message>
    <message>
        <source>Also look at launches of copies and memsets</source>
        <translation>Auch Launches von Kopien und Memsets betrachten</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>Annotation breakdown</source>
        <translation>Annotationen im Einzelnen</translation>
    </message>
    <message>
        <source>Annotation or op around the launches</source>
        <translation>Annotation oder Op um die Launches</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>Annotations on streams</source>
        <translation>Annotationen auf Streams</translation>
    </message>
    <message>
        <source>Arguments checked</source>
        <translation>Geprüfte Argumente</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>Bandwidth by kind of copy: mean of the points, least to greatest</source>
        <translation>Bandbreite nach Art der Kopie: Mittel der Punkte, kleinste bis größte</translation>
    </message>
    <message>
        <source>Bandwidth of copies over time</source>
        <translation>Bandbreite der Kopien über der Zeit</translation>
    </message>
    <message>
        <source>Begins at</source>
        <translation>Beginnt bei</translation>
    </message>
    <message>
        <source>Beside computation of other steps</source>
        <translation>Neben Berechnung anderer Schritte</translation>
    </message>
    <message>
        <source>Beside other steps</source>
        <translation>Neben anderen Schritten</translation>
    </message>
    <message>
        <source>Between kernels</source>
        <translation>Zwischen Kerneln</translation>
    </message>
    <message>
        <source>Between two kernels of a stream: does it wait for the host, for the kernel, for something else?</source>
        <translation>Zwischen zwei Kerneln eines Streams: wartet er auf den Host, auf den Kernel, auf etwas anderes?</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Bytes in use; needs a trace recorded with profile_memory=True</source>
        <translation>Belegte Bytes; braucht einen Trace, der mit profile_memory=True aufgezeichnet ist</translation>
    </message>
    <message>
        <source>Bytes over copying time</source>
        <translation>Bytes durch Kopierzeit</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Call starts</source>
        <translation>Aufruf beginnt</translation>
    </message>
    <message>
        <source>Call time</source>
        <translation>Aufrufzeit</translation>
    </message>
    <message>
        <source>Call tree</source>
        <translation>Aufrufbaum</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Calls of the backward thread hang below the ## backward ## of the main thread around them, or its step</source>
        <translation>Aufrufe des Rückwärts-Threads hängen unter dem ## backward ## des Haupt-Threads ringsum, oder unter seinem Schritt</translation>
    </message>
    <message>
        <source>Calls of the graph</source>
        <translation>Aufrufe des Graphen</translation>
    </message>
    <message>
        <source>Calls on both sides, largest difference first</source>
        <translation>Aufrufe auf beiden Seiten, größter Unterschied zuerst</translation>
    </message>
    <message>
        <source>Can the numbers of this trace be trusted, and what is missing?</source>
        <translation>Kann man den Zahlen dieses Traces trauen, und was fehlt?</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Cause of most of the gap</source>
        <translation>Ursache des größten Teils der Lücke</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Chance of such a difference by accident (Welch&apos;s test)</source>
        <translation>Wahrscheinlichkeit, dass der Unterschied Zufall ist (Welch-Test)</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>Chosen ranks, steps or a time range as a trace of their own, with all that belongs to them</source>
        <translation>Gewählte Ränge, Schritte oder ein Zeitbereich als eigener Trace, mit allem, was dazugehört</translation>
    </message>
    <message>
        <source>Code loading</source>
        <translation>Laden von Code</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>Kollektivoperation</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Kollektivoperationen</translation>
    </message>
    <message>
        <source>Column to sort by, largest first</source>
        <translation>Spalte, nach der sortiert wird, größte zuerst</translation>
    </message>
    <message>
        <source>Columns of your own, NAME=EXPR with + - * / and brackets over counters, flops, dram_bytes and earlier ones</source>
        <translation>Eigene Spalten, NAME=AUSDRUCK mit + - * / und Klammern über Zähler, flops, dram_bytes und frühere</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Communication + memory</source>
        <translation>Kommunikation + Speicher</translation>
    </message>
    <message>
        <source>Communication + memory + other</source>
        <translation>Kommunikation + Speicher + Anderes</translation>
    </message>
    <message>
        <source>Communication + other</source>
        <translation>Kommunikation + Anderes</translation>
    </message>
    <message>
        <source>Communication beside compute</source>
        <translation>Kommunikation neben Rechnen</translation>
    </message>
    <message>
        <source>Communication hidden under computation</source>
        <translation>Kommunikation, von Berechnung verdeckt</translation>
    </message>
    <message>
        <source>Communication hidden under computation, by process group and collective</source>
        <translation>Kommunikation, von Berechnung verdeckt, nach Prozessgruppe und Kollektivoperation</translation>
    </message>
    <message>
        <source>Communication kernels</source>
        <translation>Kommunikationskernel</translation>
    </message>
    <message>
        <source>Communication time</source>
        <translation>Kommunikationszeit</translation>
    </message>
    <message>
        <source>Communication-computation overlap</source>
        <translation>Überlappung von Kommunikation und Berechnung</translation>
    </message>
    <message>
        <source>Compare functions without their types, so that kernels of other builds meet</source>
        <translation>Funktionen ohne ihre Typen vergleichen, damit sich Kernel anderer Builds treffen</translation>
    </message>
    <message>
        <source>Compare short names</source>
        <translation>Kurze Namen vergleichen</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Compiled graph</source>
        <translation>Kompilierter Graph</translation>
    </message>
    <message>
        <source>Compress other events</source>
        <translation>Andere Ereignisse komprimieren</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>Computation + communication</source>
        <translation>Berechnung + Kommunikation</translation>
    </message>
    <message>
        <source>Computation + communication + memory</source>
        <translation>Berechnung + Kommunikation + Speicher</translation>
    </message>
    <message>
        <source>Computation + communication + memory + other</source>
        <translation>Berechnung + Kommunikation + Speicher + Anderes</translation>
    </message>
    <message>
        <source>Computation + communication + other</source>
        <translation>Berechnung + Kommunikation + Anderes</translation>
    </message>
    <message>
        <source>Computation + memory</source>
        <translation>Berechnung + Speicher</translation>
    </message>
    <message>
        <source>Computation + memory + other</source>
        <translation>Berechnung + Speicher + Anderes</translation>
    </message>
    <message>
        <source>Computation + other</source>
        <translation>Berechnung + Anderes</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Compute time</source>
        <translation>Rechenzeit</translation>
    </message>
    <message>
        <source>Concentration</source>
        <translation>Konzentration</translation>
    </message>
    <message>
        <source>Control deviation</source>
        <translation>Abweichung der Kontrolle</translation>
    </message>
    <message>
        <source>Control mean</source>
        <translation>Mittel der Kontrolle</translation>
    </message>
    <message>
        <source>Control per step</source>
        <translation>Kontrolle je Schritt</translation>
    </message>
    <message>
        <source>Control: calls</source>
        <translation>Kontrolle: Aufrufe</translation>
    </message>
    <message>
        <source>Control: ranks</source>
        <translation>Kontrolle: Ränge</translation>
    </message>
    <message>
        <source>Control: steps</source>
        <translation>Kontrolle: Schritte</translation>
    </message>
    <message>
        <source>Control: time</source>
        <translation>Kontrolle: Zeit</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>Copy bandwidth</source>
        <translation>Kopierbandbreite</translation>
    </message>
    <message>
        <source>Copy call</source>
        <translation>Kopieraufruf</translation>
    </message>
    <message>
        <source>Copying time</source>
        <translation>Kopierzeit</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Correlation</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Covered from</source>
        <translation>Umfasst ab</translation>
    </message>
    <message>
        <source>Covered time</source>
        <translation>Umfasste Zeit</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>Laden von Daten</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>Delay outliers</source>
        <translation>Ausreißer der Verzögerung</translation>
    </message>
    <message>
        <source>Delay without the queue wait</source>
        <translation>Verzögerung ohne das Warten in der Schlange</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Device per call</source>
        <translation>Gerät je Aufruf</translation>
    </message>
    <message>
        <source>Device self</source>
        <translation>Gerät selbst</translation>
    </message>
    <message>
        <source>Device total</source>
        <translation>Gerät gesamt</translation>
    </message>
    <message>
        <source>Device total, mean of a call</source>
        <translation>Gerät gesamt, Mittel eines Aufrufs</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Difference: test minus control</source>
        <translation>Unterschied: Test minus Kontrolle</translation>
    </message>
    <message>
        <source>Distinct kernels</source>
        <translation>Verschiedene Kernel</translation>
    </message>
    <message>
        <source>Distinct names</source>
        <translation>Verschiedene Namen</translation>
    </message>
    <message>
        <source>Do a few long activities make up most of the time?</source>
        <translation>Machen wenige lange Aktivitäten den größten Teil der Zeit aus?</translation>
    </message>
    <message>
        <source>Does the host launch ahead of the GPU?</source>
        <translation>Startet der Host der GPU voraus?</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Duration of one call: mean, shortest to longest</source>
        <translation>Dauer eines Aufrufs: Mittel, kürzester bis längster</translation>
    </message>
    <message>
        <source>Duration of one time: mean, shortest to longest</source>
        <translation>Dauer eines Mals: Mittel, kürzestes bis längstes</translation>
    </message>
    <message>
        <source>Each call by itself, and the GPU work it causes</source>
        <translation>Jeder Aufruf für sich, und die GPU-Arbeit, die er verursacht</translation>
    </message>
    <message>
        <source>Effective bandwidth</source>
        <translation>Effektive Bandbreite</translation>
    </message>
    <message>
        <source>End lag</source>
        <translation>Nachlauf</translation>
    </message>
    <message>
        <source>Ended by stream</source>
        <translation>Beendet von Stream</translation>
    </message>
    <message>
        <source>Equal names; or also similar kernels that only one side has: by short name, by name but for sizes and architecture, by the ops that launch them, by their place in the call tree</source>
        <translation>Gleiche Namen; oder auch ähnliche Kernel, die nur eine Seite hat: nach kurzem Namen, nach Namen ohne Größen und Architektur, nach den startenden Ops, nach ihrem Platz im Aufrufbaum</translation>
    </message>
    <message>
        <source>Estimated occupancy of the kernels of each stream, 0 between them</source>
        <translation>Geschätzte Belegung der Kernel jedes Streams, dazwischen 0</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Event around it; -1: none</source>
        <translation>Umgebendes Ereignis; -1: keines</translation>
    </message>
    <message>
        <source>Event of the other pass</source>
        <translation>Ereignis des anderen Durchlaufs</translation>
    </message>
    <message>
        <source>Event wait</source>
        <translation>Warten auf Ereignis</translation>
    </message>
    <message>
        <source>Every launch: the call, the work, and the time in between</source>
        <translation>Jeder Launch: der Aufruf, die Arbeit und die Zeit dazwischen</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>Unverdeckt</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Unverdeckte Kommunikation</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>Unverdeckte Kopien</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>First call</source>
        <translation>Erster Aufruf</translation>
    </message>
    <message>
        <source>First correlation</source>
        <translation>Erste Correlation</translation>
    </message>
    <message>
        <source>First input</source>
        <translation>Erste Eingabe</translation>
    </message>
    <message>
        <source>First kernel</source>
        <translation>Erster Kernel</translation>
    </message>
    <message>
        <source>First kind</source>
        <translation>Erste Art</translation>
    </message>
    <message>
        <source>First mean</source>
        <translation>Erstes Mittel</translation>
    </message>
    <message>
        <source>First stream</source>
        <translation>Erster Stream</translation>
    </message>
    <message>
        <source>First to second</source>
        <translation>Vom ersten zum zweiten</translation>
    </message>
    <message>
        <source>Floating-point operations</source>
        <translation>Gleitkommaoperationen</translation>
    </message>
    <message>
        <source>Floating-point operations by kernel</source>
        <translation>Gleitkommaoperationen nach Kernel</translation>
    </message>
    <message>
        <source>For the comparison: one or two of kernel, cuda_runtime, cuda_driver, gpu_memcpy, gpu_memset</source>
        <translation>Für den Vergleich: eine oder zwei Arten</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>Formeln</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>Fragmentierung</translation>
    </message>
    <message>
        <source>Frames of a stack</source>
        <translation>Frames eines Stapels</translation>
    </message>
    <message>
        <source>Frequent kernel sequences</source>
        <translation>Häufige Kernelsequenzen</translation>
    </message>
    <message>
        <source>From its first start to its last end</source>
        <translation>Von seinem ersten Anfang bis zu seinem letzten Ende</translation>
    </message>
    <message>
        <source>From the end of the call to the start of the work; negative if that starts inside the call</source>
        <translation>Vom Ende des Aufrufs bis zum Anfang der Arbeit; negativ, wenn sie innerhalb des Aufrufs beginnt</translation>
    </message>
    <message>
        <source>From the end of the step on the host to the end of its work</source>
        <translation>Vom Ende des Schritts auf dem Host bis zum Ende seiner Arbeit</translation>
    </message>
    <message>
        <source>From the first start to the last end of the GPU activities</source>
        <translation>Vom ersten Anfang bis zum letzten Ende der GPU-Aktivitäten</translation>
    </message>
    <message>
        <source>From the first start to the last end of the step&apos;s work</source>
        <translation>Vom ersten Anfang bis zum letzten Ende der Arbeit des Schritts</translation>
    </message>
    <message>
        <source>From the first to the last start</source>
        <translation>Vom ersten bis zum letzten Anfang</translation>
    </message>
    <message>
        <source>From the start of the call to the start of the work</source>
        <translation>Vom Anfang des Aufrufs bis zum Anfang der Arbeit</translation>
    </message>
    <message>
        <source>From this share of the trace on, the profiler&apos;s own work is a warning</source>
        <translation>Ab diesem Anteil am Trace ist die Arbeit des Profilers selbst eine Warnung</translation>
    </message>
    <message>
        <source>Full at</source>
        <translation>Voll ab</translation>
    </message>
    <message>
        <source>Full for</source>
        <translation>Voll für</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>Voller Name</translation>
    </message>
    <message>
        <source>Full queue</source>
        <translation>Volle Schlange</translation>
    </message>
    <message>
        <source>Full share</source>
        <translation>Anteil voll</translation>
    </message>
    <message>
        <source>GB/s of copies and fills, by direction</source>
        <translation>GB/s von Kopien und Memsets, nach Richtung</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU activities</source>
        <translation>GPU-Aktivitäten</translation>
    </message>
    <message>
        <source>GPU activities launched in the step</source>
        <translation>Im Schritt gestartete GPU-Aktivitäten</translation>
    </message>
    <message>
        <source>GPU activities shorter than their launch call</source>
        <translation>GPU-Aktivitäten, die kürzer sind als ihr Launch-Aufruf</translation>
    </message>
    <message>
        <source>GPU activities that the op launched itself</source>
        <translation>GPU-Aktivitäten, die die Op selbst gestartet hat</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU belegt</translation>
    </message>
    <message>
        <source>GPU busy inside</source>
        <translation>GPU darin belegt</translation>
    </message>
    <message>
        <source>GPU span</source>
        <translation>GPU-Spanne</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU-Zeit</translation>
    </message>
    <message>
        <source>GPU time by compiled graph</source>
        <translation>GPU-Zeit nach kompiliertem Graphen</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU-Arbeit</translation>
    </message>
    <message>
        <source>GPU work ends</source>
        <translation>GPU-Arbeit endet</translation>
    </message>
    <message>
        <source>GPU work launched</source>
        <translation>Gestartete GPU-Arbeit</translation>
    </message>
    <message>
        <source>GPU work launched by each op itself</source>
        <translation>GPU-Arbeit, die jede Op selbst gestartet hat</translation>
    </message>
    <message>
        <source>GPU work starts</source>
        <translation>GPU-Arbeit beginnt</translation>
    </message>
    <message>
        <source>Gap threshold</source>
        <translation>Lückenschwelle</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Gaps between the kernels</source>
        <translation>Lücken zwischen den Kerneln</translation>
    </message>
    <message>
        <source>Gaps saved</source>
        <translation>Gesparte Lücken</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Graph calls</source>
        <translation>Graph-Aufrufe</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>Graphen</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>Größte</translation>
    </message>
    <message>
        <source>Hardware counters</source>
        <translation>Hardwarezähler</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>Hash</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Verdeckt</translation>
    </message>
    <message>
        <source>Hidden under computation</source>
        <translation>Von Berechnung verdeckt</translation>
    </message>
    <message>
        <source>Highest bandwidth of the GPU&apos;s memory for the roofline, in GB/s; 0: by the name of the GPU, from data sheets</source>
        <translation>Höchste Bandbreite des GPU-Speichers für die Roofline, in GB/s; 0: nach dem Namen der GPU, aus Datenblättern</translation>
    </message>
    <message>
        <source>Highest rate at this intensity</source>
        <translation>Höchste Rate bei dieser Intensität</translation>
    </message>
    <message>
        <source>Highest rate of the GPU for the roofline, in TFLOP/s; 0: by the name of the GPU, from data sheets</source>
        <translation>Höchste Rate der GPU für die Roofline, in TFLOP/s; 0: nach dem Namen der GPU, aus Datenblättern</translation>
    </message>
    <message>
        <source>Host outermost</source>
        <translation>Host, äußerster</translation>
    </message>
    <message>
        <source>Host per call</source>
        <translation>Host je Aufruf</translation>
    </message>
    <message>
        <source>Host self</source>
        <translation>Host selbst</translation>
    </message>
    <message>
        <source>Host self time</source>
        <translation>Host-Eigenzeit</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>Host-Zeit</translation>
    </message>
    <message>
        <source>Host time of each op itself</source>
        <translation>Host-Zeit jeder Op selbst</translation>
    </message>
    <message>
        <source>Host total</source>
        <translation>Host gesamt</translation>
    </message>
    <message>
        <source>Host total that counts calls nested in one of the same name once</source>
        <translation>Host gesamt, worin Aufrufe in einem gleichen Namens einmal zählen</translation>
    </message>
    <message>
        <source>Host total, mean of a call</source>
        <translation>Host gesamt, Mittel eines Aufrufs</translation>
    </message>
    <message>
        <source>Host wait</source>
        <translation>Warten auf den Host</translation>
    </message>
    <message>
        <source>How fast are copies and fills, by direction?</source>
        <translation>Wie schnell sind Kopien und Memsets, nach Richtung?</translation>
    </message>
    <message>
        <source>How fast copies run, by kind of copy</source>
        <translation>Wie schnell Kopien laufen, nach Art der Kopie</translation>
    </message>
    <message>
        <source>How fast do copies run, and when?</source>
        <translation>Wie schnell laufen Kopien, und wann?</translation>
    </message>
    <message>
        <source>How long annotated regions take</source>
        <translation>Wie lange annotierte Abschnitte dauern</translation>
    </message>
    <message>
        <source>How long are the queues of the streams, and when are they full?</source>
        <translation>Wie lang sind die Warteschlangen der Streams, und wann sind sie voll?</translation>
    </message>
    <message>
        <source>How long do annotated regions take, on the GPUs or on the host?</source>
        <translation>Wie lange dauern annotierte Abschnitte, auf den GPUs oder auf dem Host?</translation>
    </message>
    <message>
        <source>How long does it take from an op to its kernels?</source>
        <translation>Wie lange dauert es von einer Op zu ihren Kerneln?</translation>
    </message>
    <message>
        <source>How long each stream waits, by cause</source>
        <translation>Wie lange jeder Stream wartet, nach Ursache</translation>
    </message>
    <message>
        <source>How long launched work waits</source>
        <translation>Wie lange gestartete Arbeit wartet</translation>
    </message>
    <message>
        <source>How long launching takes</source>
        <translation>Wie lange das Starten dauert</translation>
    </message>
    <message>
        <source>How long queues are full</source>
        <translation>Wie lange Warteschlangen voll sind</translation>
    </message>
    <message>
        <source>How long the GPU works for what each step launched, and from when to when</source>
        <translation>Wie lange die GPU für das arbeitet, was jeder Schritt gestartet hat, und von wann bis wann</translation>
    </message>
    <message>
        <source>How long the first goes on after the start of the second</source>
        <translation>Wie lange der erste nach dem Anfang des zweiten weiterläuft</translation>
    </message>
    <message>
        <source>How long the gaps of each stream are</source>
        <translation>Wie lang die Lücken jedes Streams sind</translation>
    </message>
    <message>
        <source>Length of the queue of each stream</source>
        <translation>Länge der Warteschlange jedes Streams</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Wie viele</translation>
    </message>
    <message>
        <source>How many GPU activities run at once, for each device</source>
        <translation>Wie viele GPU-Aktivitäten gleichzeitig laufen, für jedes Gerät</translation>
    </message>
    <message>
        <source>How many kernels run at once on each device?</source>
        <translation>Wie viele Kernel laufen gleichzeitig auf jedem Gerät?</translation>
    </message>
    <message>
        <source>How many launched kernels wait on each stream?</source>
        <translation>Wie viele gestartete Kernel warten auf jedem Stream?</translation>
    </message>
    <message>
        <source>How many of a multiprocessor&apos;s warps does each kernel keep busy?</source>
        <translation>Wie viele Warps eines Multiprozessors beschäftigt jeder Kernel?</translation>
    </message>
    <message>
        <source>How many runs the recording holds</source>
        <translation>Wie viele Läufe die Aufzeichnung enthält</translation>
    </message>
    <message>
        <source>How much communication is hidden, how much exposed</source>
        <translation>Wie viel Kommunikation verdeckt ist, wie viel unverdeckt</translation>
    </message>
    <message>
        <source>How much memory is in use, and who asked for it at the peak?</source>
        <translation>Wie viel Speicher ist belegt, und wer hat ihn am Höhepunkt angefordert?</translation>
    </message>
    <message>
        <source>How much memory is in use? Needs profile_memory=True.</source>
        <translation>Wie viel Speicher ist belegt? Braucht profile_memory=True.</translation>
    </message>
    <message>
        <source>How much more time the test takes per rank and step</source>
        <translation>Wie viel mehr Zeit der Test je Rang und Schritt braucht</translation>
    </message>
    <message>
        <source>How much of the GPU time is compute, exposed communication and copies, or idle?</source>
        <translation>Wie viel der GPU-Zeit ist Rechnen, unverdeckte Kommunikation und Kopien, oder Leerlauf?</translation>
    </message>
    <message>
        <source>How much of the communication is hidden under computation?</source>
        <translation>Wie viel der Kommunikation ist von Berechnung verdeckt?</translation>
    </message>
    <message>
        <source>How much work did each kernel do?</source>
        <translation>Wie viel Arbeit tat jeder Kernel?</translation>
    </message>
    <message>
        <source>How near each kernel comes to what the GPU can do</source>
        <translation>Wie nahe jeder Kernel an das kommt, was die GPU kann</translation>
    </message>
    <message>
        <source>How often each chain comes</source>
        <translation>Wie oft jede Kette vorkommt</translation>
    </message>
    <message>
        <source>How the op is named: exactly, by a part, or by a regular expression</source>
        <translation>Wie die Op benannt ist: genau, durch einen Teil oder durch einen regulären Ausdruck</translation>
    </message>
    <message>
        <source>How the other names were joined to this row</source>
        <translation>Wie die anderen Namen zu dieser Zeile kamen</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Idle causes</source>
        <translation>Ursachen des Leerlaufs</translation>
    </message>
    <message>
        <source>Idle gaps by cause</source>
        <translation>Leerlauflücken nach Ursache</translation>
    </message>
    <message>
        <source>Idle time</source>
        <translation>Leerlaufzeit</translation>
    </message>
    <message>
        <source>Idle: between kernels</source>
        <translation>Leerlauf: zwischen Kerneln</translation>
    </message>
    <message>
        <source>Idle: host</source>
        <translation>Leerlauf: Host</translation>
    </message>
    <message>
        <source>Idle: launch unknown</source>
        <translation>Leerlauf: Launch unbekannt</translation>
    </message>
    <message>
        <source>Idle: other</source>
        <translation>Leerlauf: Anderes</translation>
    </message>
    <message>
        <source>Idle: waiting for the host</source>
        <translation>Leerlauf: Warten auf den Host</translation>
    </message>
    <message>
        <source>In Inductor&apos;s report</source>
        <translation>Im Bericht von Inductor</translation>
    </message>
    <message>
        <source>In inputs</source>
        <translation>In Eingaben</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>In use at the peak</source>
        <translation>Am Höhepunkt belegt</translation>
    </message>
    <message>
        <source>Include copies and memsets</source>
        <translation>Kopien und Memsets einbeziehen</translation>
    </message>
    <message>
        <source>Inductor kernels</source>
        <translation>Inductor-Kernel</translation>
    </message>
    <message>
        <source>Innermost Python frames that tell stacks apart (group-by stack)</source>
        <translation>Innerste Python-Frames, die Stapel unterscheiden („Eine Zeile für“: Stapel)</translation>
    </message>
    <message>
        <source>Innermost op</source>
        <translation>Innerste Op</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>Eingabeformen</translation>
    </message>
    <message>
        <source>Inside of</source>
        <translation>In</translation>
    </message>
    <message>
        <source>Intervals</source>
        <translation>Intervalle</translation>
    </message>
    <message>
        <source>Join numbered names</source>
        <translation>Nummerierte Namen verbinden</translation>
    </message>
    <message>
        <source>Join the backward pass</source>
        <translation>Rückwärtslauf verbinden</translation>
    </message>
    <message>
        <source>Joined by</source>
        <translation>Verbunden durch</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Kernel breakdown</source>
        <translation>Kernel im Einzelnen</translation>
    </message>
    <message>
        <source>Kernel gap</source>
        <translation>Kernel-Lücke</translation>
    </message>
    <message>
        <source>Kernel launches</source>
        <translation>Kernel-Launches</translation>
    </message>
    <message>
        <source>Kernel launches covered</source>
        <translation>Umfasste Kernel-Launches</translation>
    </message>
    <message>
        <source>Kernel names</source>
        <translation>Kernelnamen</translation>
    </message>
    <message>
        <source>Kernel sequences</source>
        <translation>Kernelsequenzen</translation>
    </message>
    <message>
        <source>Kernel time</source>
        <translation>Kernelzeit</translation>
    </message>
    <message>
        <source>Kernel types</source>
        <translation>Kerneltypen</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Kernels by annotation</source>
        <translation>Kernel nach Annotation</translation>
    </message>
    <message>
        <source>Kernels by their start on the GPU or by their launch</source>
        <translation>Kernel nach ihrem Anfang auf der GPU oder nach ihrem Launch</translation>
    </message>
    <message>
        <source>Kernels each time</source>
        <translation>Kernel je Mal</translation>
    </message>
    <message>
        <source>Kernels of each category</source>
        <translation>Kernel jeder Kategorie</translation>
    </message>
    <message>
        <source>Kernels, copies, memory sets</source>
        <translation>Kernel, Kopien, Memsets</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>Arten</translation>
    </message>
    <message>
        <source>Kinds compared</source>
        <translation>Verglichene Arten</translation>
    </message>
    <message>
        <source>Kinds shown</source>
        <translation>Gezeigte Arten</translation>
    </message>
    <message>
        <source>Large kernel or op, share of busy</source>
        <translation>Großer Kernel oder große Op, Anteil am Belegten</translation>
    </message>
    <message>
        <source>Late start</source>
        <translation>Später Anfang</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Launch</translation>
    </message>
    <message>
        <source>Launch delay</source>
        <translation>Launch-Verzögerung</translation>
    </message>
    <message>
        <source>Launch delays</source>
        <translation>Launch-Verzögerungen</translation>
    </message>
    <message>
        <source>Launch delays without the queue wait</source>
        <translation>Launch-Verzögerungen ohne das Warten in der Schlange</translation>
    </message>
    <message>
        <source>Launch event</source>
        <translation>Launch-Ereignis</translation>
    </message>
    <message>
        <source>Launch latency</source>
        <translation>Launch-Latenz</translation>
    </message>
    <message>
        <source>Launch overlap</source>
        <translation>Launch-Überlappung</translation>
    </message>
    <message>
        <source>Launch to kernel</source>
        <translation>Launch bis Kernel</translation>
    </message>
    <message>
        <source>Launch told by</source>
        <translation>Launch erkannt an</translation>
    </message>
    <message>
        <source>Launch unknown</source>
        <translation>Launch unbekannt</translation>
    </message>
    <message>
        <source>Launched busy</source>
        <translation>Gestartetes belegt</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>Gestartet von</translation>
    </message>
    <message>
        <source>Launched span</source>
        <translation>Spanne des Gestarteten</translation>
    </message>
    <message>
        <source>Launched work</source>
        <translation>Gestartete Arbeit</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>Launches</translation>
    </message>
    <message>
        <source>Launches that take longer than their work</source>
        <translation>Launches, die länger dauern als ihre Arbeit</translation>
    </message>
    <message>
        <source>Launches whose call takes long</source>
        <translation>Launches, deren Aufruf lange dauert</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Kleinste</translation>
    </message>
    <message>
        <source>Least bandwidth</source>
        <translation>Kleinste Bandbreite</translation>
    </message>
    <message>
        <source>Least share at stake</source>
        <translation>Kleinster Anteil, um den es geht</translation>
    </message>
    <message>
        <source>Least time at stake</source>
        <translation>Kleinste Zeit, um die es geht</translation>
    </message>
    <message>
        <source>Leave complete events outside of patterns the args alone that figures need (hta mode: none) and write a number for their names; the profiler&apos;s span holds the dictionary</source>
        <translation>Vollständigen Ereignissen außerhalb von Mustern nur die args lassen, die Zahlen brauchen (Modus hta: keine), und statt ihrer Namen eine Nummer schreiben; die Spanne des Profilers enthält das Verzeichnis</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Length from which a queue counts as full</source>
        <translation>Länge, ab der eine Warteschlange als voll zählt</translation>
    </message>
    <message>
        <source>Length of the part covered</source>
        <translation>Länge des umfassten Teils</translation>
    </message>
    <message>
        <source>Length of the range</source>
        <translation>Länge des Bereichs</translation>
    </message>
    <message>
        <source>Less at stake than this is no finding</source>
        <translation>Geht es um weniger, ist es kein Befund</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>Long call</source>
        <translation>Langer Aufruf</translation>
    </message>
    <message>
        <source>Long calls</source>
        <translation>Lange Aufrufe</translation>
    </message>
    <message>
        <source>Long collectives, step by step</source>
        <translation>Lange Kollektivoperationen, Schritt für Schritt</translation>
    </message>
    <message>
        <source>Long delay</source>
        <translation>Lange Verzögerung</translation>
    </message>
    <message>
        <source>Long delays</source>
        <translation>Lange Verzögerungen</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längste</translation>
    </message>
    <message>
        <source>Longest chain in the table ngrams, which is made when no op is named; not used in hta mode</source>
        <translation>Längste Kette in der Tabelle ngrams, die entsteht, wenn keine Op genannt ist; im Modus hta unbenutzt</translation>
    </message>
    <message>
        <source>Longest gaps</source>
        <translation>Längste Lücken</translation>
    </message>
    <message>
        <source>Longest gaps shown</source>
        <translation>Gezeigte längste Lücken</translation>
    </message>
    <message>
        <source>Longest ones</source>
        <translation>Längste</translation>
    </message>
    <message>
        <source>Look at</source>
        <translation>Betrachtet</translation>
    </message>
    <message>
        <source>Look at the annotations&apos; projections on streams; without it at the host&apos;s own</source>
        <translation>Die Projektionen der Annotationen auf Streams betrachten; ohne dies die des Hosts selbst</translation>
    </message>
    <message>
        <source>Lower quartile</source>
        <translation>Unteres Quartil</translation>
    </message>
    <message>
        <source>Main cause</source>
        <translation>Hauptursache</translation>
    </message>
    <message>
        <source>Mark the events</source>
        <translation>Die Ereignisse markieren</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>Größte Länge</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Mean kernel time</source>
        <translation>Mittlere Kernelzeit</translation>
    </message>
    <message>
        <source>Mean launch delay</source>
        <translation>Mittlere Launch-Verzögerung</translation>
    </message>
    <message>
        <source>Mean launch delay without the queue wait</source>
        <translation>Mittlere Launch-Verzögerung ohne das Warten in der Schlange</translation>
    </message>
    <message>
        <source>Mean net delay</source>
        <translation>Mittlere reine Verzögerung</translation>
    </message>
    <message>
        <source>Mean of one call in the control</source>
        <translation>Mittel eines Aufrufs in der Kontrolle</translation>
    </message>
    <message>
        <source>Mean of one call in the test</source>
        <translation>Mittel eines Aufrufs im Test</translation>
    </message>
    <message>
        <source>Mean of points</source>
        <translation>Mittel der Punkte</translation>
    </message>
    <message>
        <source>Mean of the longest of the first</source>
        <translation>Mittel der längsten des ersten</translation>
    </message>
    <message>
        <source>Mean of the longest of the second</source>
        <translation>Mittel der längsten des zweiten</translation>
    </message>
    <message>
        <source>Mean over time</source>
        <translation>Mittel über der Zeit</translation>
    </message>
    <message>
        <source>Mean ratio</source>
        <translation>Verhältnis der Mittel</translation>
    </message>
    <message>
        <source>Mean time from a launch to its kernel</source>
        <translation>Mittlere Zeit von einem Launch zu seinem Kernel</translation>
    </message>
    <message>
        <source>Mean time from op to launch, and from launch to kernel</source>
        <translation>Mittlere Zeit von der Op zum Launch, und vom Launch zum Kernel</translation>
    </message>
    <message>
        <source>Mean time from the op to its first launch</source>
        <translation>Mittlere Zeit von der Op zu ihrem ersten Launch</translation>
    </message>
    <message>
        <source>Mean while copying</source>
        <translation>Mittel beim Kopieren</translation>
    </message>
    <message>
        <source>Meanwhile</source>
        <translation>Währenddessen</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory + other</source>
        <translation>Speicher + Anderes</translation>
    </message>
    <message>
        <source>Memory allocation</source>
        <translation>Speicheranforderung</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>Speicherbandbreite</translation>
    </message>
    <message>
        <source>Memory in use over time</source>
        <translation>Belegter Speicher über der Zeit</translation>
    </message>
    <message>
        <source>Memory time</source>
        <translation>Speicherzeit</translation>
    </message>
    <message>
        <source>Memory timeline</source>
        <translation>Speicher über der Zeit</translation>
    </message>
    <message>
        <source>Memory traffic</source>
        <translation>Speicherverkehr</translation>
    </message>
    <message>
        <source>Merged trace</source>
        <translation>Zusammengeführter Trace</translation>
    </message>
    <message>
        <source>Minimum length</source>
        <translation>Mindestlänge</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>More calls</source>
        <translation>Mehr Aufrufe</translation>
    </message>
    <message>
        <source>More calls in test</source>
        <translation>Mehr Aufrufe im Test</translation>
    </message>
    <message>
        <source>More per step</source>
        <translation>Mehr je Schritt</translation>
    </message>
    <message>
        <source>More per step in test</source>
        <translation>Mehr je Schritt im Test</translation>
    </message>
    <message>
        <source>More than this share of the recorded time without any GPU work before or after is told</source>
        <translation>Mehr als dieser Anteil der aufgezeichneten Zeit davor oder danach ohne GPU-Arbeit wird gemeldet</translation>
    </message>
    <message>
        <source>More time</source>
        <translation>Mehr Zeit</translation>
    </message>
    <message>
        <source>More time in test</source>
        <translation>Mehr Zeit im Test</translation>
    </message>
    <message>
        <source>Most reserved</source>
        <translation>Am meisten reserviert</translation>
    </message>
    <message>
        <source>Much overhead, share of the trace</source>
        <translation>Viel Aufwand, Anteil am Trace</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Names as recorded, or without types and arguments</source>
        <translation>Namen wie aufgezeichnet, oder ohne Typen und Argumente</translation>
    </message>
    <message>
        <source>Names that meet</source>
        <translation>Namen, die sich treffen</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>Neighbours of which the first is still busy when the second begins</source>
        <translation>Nachbarn, von denen der erste noch läuft, wenn der zweite beginnt</translation>
    </message>
    <message>
        <source>Net delay</source>
        <translation>Reine Verzögerung</translation>
    </message>
    <message>
        <source>Never folded</source>
        <translation>Nie zusammengefasst</translation>
    </message>
    <message>
        <source>Ngrams</source>
        <translation>N-Gramme</translation>
    </message>
    <message>
        <source>Non-compute</source>
        <translation>Kein Rechnen</translation>
    </message>
    <message>
        <source>Non-compute time</source>
        <translation>Zeit ohne Rechnen</translation>
    </message>
    <message>
        <source>Not in inputs</source>
        <translation>Nicht in Eingaben</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Number of names that keep a row; the rest is folded into &apos;others&apos;</source>
        <translation>Zahl der Namen, die eine Zeile behalten; der Rest wird zu „andere“ zusammengefasst</translation>
    </message>
    <message>
        <source>Number of ranks to name</source>
        <translation>Zahl der zu nennenden Ränge</translation>
    </message>
    <message>
        <source>Number of rows in the table longest-gaps; not used in hta mode</source>
        <translation>Zahl der Zeilen in der Tabelle der längsten Lücken; im Modus hta unbenutzt</translation>
    </message>
    <message>
        <source>Occurrences</source>
        <translation>Vorkommen</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Of all causes</source>
        <translation>Aller Ursachen</translation>
    </message>
    <message>
        <source>Of the sum of all GPU work; of other events, of those of the same kind</source>
        <translation>Der Summe aller GPU-Arbeit; bei anderen Ereignissen derer von derselben Art</translation>
    </message>
    <message>
        <source>Of the sum over all tracks: of GPU work, annotations or other events</source>
        <translation>Der Summe über alle Spuren: von GPU-Arbeit, Annotationen oder anderen Ereignissen</translation>
    </message>
    <message>
        <source>One row for each</source>
        <translation>Eine Zeile für</translation>
    </message>
    <message>
        <source>Only launches by these calls, as the column launch_api names them; exact mode</source>
        <translation>Nur Launches durch diese Aufrufe, wie die Spalte der Aufrufe sie nennt; exakter Modus</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>Op and kernels</source>
        <translation>Op und Kernel</translation>
    </message>
    <message>
        <source>Op path</source>
        <translation>Op-Pfad</translation>
    </message>
    <message>
        <source>Op starts</source>
        <translation>Op beginnt</translation>
    </message>
    <message>
        <source>Op time</source>
        <translation>Op-Zeit</translation>
    </message>
    <message>
        <source>Op to kernel delays</source>
        <translation>Verzögerung von Op zu Kernel</translation>
    </message>
    <message>
        <source>Op to launch</source>
        <translation>Op bis Launch</translation>
    </message>
    <message>
        <source>Operations a byte</source>
        <translation>Operationen je Byte</translation>
    </message>
    <message>
        <source>Operations launched and not yet started, for each stream</source>
        <translation>Gestartete und noch nicht begonnene Operationen, für jeden Stream</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Ops around</source>
        <translation>Umgebende Ops</translation>
    </message>
    <message>
        <source>Ops around it</source>
        <translation>Ops ringsum</translation>
    </message>
    <message>
        <source>Ops around the launch, the outermost first</source>
        <translation>Ops um den Launch, die äußerste zuerst</translation>
    </message>
    <message>
        <source>Ops of the host, work of the GPUs, or both</source>
        <translation>Ops des Hosts, Arbeit der GPUs, oder beides</translation>
    </message>
    <message>
        <source>Ops with fewer kernels are left out</source>
        <translation>Ops mit weniger Kerneln bleiben weg</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Anderes</translation>
    </message>
    <message>
        <source>Other call</source>
        <translation>Anderer Aufruf</translation>
    </message>
    <message>
        <source>Other names</source>
        <translation>Andere Namen</translation>
    </message>
    <message>
        <source>Other names joined to this row</source>
        <translation>Andere Namen, die mit dieser Zeile verbunden sind</translation>
    </message>
    <message>
        <source>Other pass</source>
        <translation>Anderer Durchlauf</translation>
    </message>
    <message>
        <source>Other steps</source>
        <translation>Andere Schritte</translation>
    </message>
    <message>
        <source>Outermost op</source>
        <translation>Äußerste Op</translation>
    </message>
    <message>
        <source>Outside of nested ones</source>
        <translation>Außerhalb verschachtelter</translation>
    </message>
    <message>
        <source>Overlaid trace</source>
        <translation>Trace mit Sequenzen</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>Umgebendes</translation>
    </message>
    <message>
        <source>Pareto of durations</source>
        <translation>Pareto der Dauern</translation>
    </message>
    <message>
        <source>Part of sum</source>
        <translation>Teil der Summe</translation>
    </message>
    <message>
        <source>Part of the delay spent waiting for earlier work</source>
        <translation>Teil der Verzögerung, der Warten auf frühere Arbeit ist</translation>
    </message>
    <message>
        <source>Part of the gap spent waiting for the host</source>
        <translation>Teil der Lücke, der Warten auf den Host ist</translation>
    </message>
    <message>
        <source>Part of the launch delays spent waiting for earlier work</source>
        <translation>Teil der Launch-Verzögerungen, der Warten auf frühere Arbeit ist</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Paths</source>
        <translation>Pfade</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Patterns in the charts, on the timeline and in the tables of occurrences and steps</source>
        <translation>Muster in den Diagrammen, auf der Zeitleiste und in den Tabellen der Vorkommen und Schritte</translation>
    </message>
    <message>
        <source>Patterns shown</source>
        <translation>Gezeigte Muster</translation>
    </message>
    <message>
        <source>Patterns that are marked</source>
        <translation>Muster, die markiert werden</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>Höhepunkt bei</translation>
    </message>
    <message>
        <source>Peak bandwidth</source>
        <translation>Spitzenbandbreite</translation>
    </message>
    <message>
        <source>Peak bandwidth (GB/s)</source>
        <translation>Spitzenbandbreite (GB/s)</translation>
    </message>
    <message>
        <source>Peak rate</source>
        <translation>Spitzenrate</translation>
    </message>
    <message>
        <source>Peak rate (TFLOP/s)</source>
        <translation>Spitzenrate (TFLOP/s)</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>Höhepunkte</translation>
    </message>
    <message>
        <source>Per run</source>
        <translation>Je Lauf</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Process group</source>
        <translation>Prozessgruppe</translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation>Profiler</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Python line</source>
        <translation>Python-Zeile</translation>
    </message>
    <message>
        <source>Python stack</source>
        <translation>Python-Stapel</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>Warteschlangenlänge</translation>
    </message>
    <message>
        <source>Queue length by stream: mean of the points, least to greatest</source>
        <translation>Warteschlangenlänge nach Stream: Mittel der Punkte, kleinste bis größte</translation>
    </message>
    <message>
        <source>Queue length over time</source>
        <translation>Warteschlangenlänge über der Zeit</translation>
    </message>
    <message>
        <source>Queue wait</source>
        <translation>Warten in der Schlange</translation>
    </message>
    <message>
        <source>Queued until</source>
        <translation>In der Schlange bis</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Ranks of the first trace, as in 0,2-5; none: the lowest</source>
        <translation>Ränge des ersten Traces, wie 0,2-5; keine: der niedrigste</translation>
    </message>
    <message>
        <source>Ranks of the second trace; none: the lowest</source>
        <translation>Ränge des zweiten Traces; keine: der niedrigste</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Regular expressions; names in which one of them is found keep their row (hta mode: plain text)</source>
        <translation>Reguläre Ausdrücke; Namen, in denen einer davon vorkommt, behalten ihre Zeile (Modus hta: einfacher Text)</translation>
    </message>
    <message>
        <source>Releases</source>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Reserved and not in use</source>
        <translation>Reserviert und nicht belegt</translation>
    </message>
    <message>
        <source>Reserved at the peak</source>
        <translation>Am Höhepunkt reserviert</translation>
    </message>
    <message>
        <source>Results written and read again, which fusing would save</source>
        <translation>Ergebnisse, die geschrieben und wieder gelesen werden, was Verschmelzen sparen würde</translation>
    </message>
    <message>
        <source>Roof</source>
        <translation>Dach</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Roofs</source>
        <translation>Dächer</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Row around it; -1: none</source>
        <translation>Umgebende Zeile; -1: keine</translation>
    </message>
    <message>
        <source>Rule of the share</source>
        <translation>Regel des Anteils</translation>
    </message>
    <message>
        <source>Running at once</source>
        <translation>Gleichzeitig laufend</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runtime outliers</source>
        <translation>Ausreißer der Aufrufzeit</translation>
    </message>
    <message>
        <source>Second call</source>
        <translation>Zweiter Aufruf</translation>
    </message>
    <message>
        <source>Second correlation</source>
        <translation>Zweite Correlation</translation>
    </message>
    <message>
        <source>Second input</source>
        <translation>Zweite Eingabe</translation>
    </message>
    <message>
        <source>Second kernel</source>
        <translation>Zweiter Kernel</translation>
    </message>
    <message>
        <source>Second kind</source>
        <translation>Zweite Art</translation>
    </message>
    <message>
        <source>Second mean</source>
        <translation>Zweites Mittel</translation>
    </message>
    <message>
        <source>Second starts</source>
        <translation>Zweiter beginnt</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>Eigenzeit</translation>
    </message>
    <message>
        <source>Self times on the launching thread during the gap</source>
        <translation>Eigenzeiten auf dem startenden Thread während der Lücke</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihen</translation>
    </message>
    <message>
        <source>Several ranks in one file, on one clock, with processes and ids of their own</source>
        <translation>Mehrere Ränge in einer Datei, auf einer Uhr, mit eigenen Prozessen und Nummern</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of Triton</source>
        <translation>Anteil an Triton</translation>
    </message>
    <message>
        <source>Share of busy</source>
        <translation>Anteil am Belegten</translation>
    </message>
    <message>
        <source>Share of idle</source>
        <translation>Anteil am Leerlauf</translation>
    </message>
    <message>
        <source>Share of step</source>
        <translation>Anteil am Schritt</translation>
    </message>
    <message>
        <source>Share of sum</source>
        <translation>Anteil an der Summe</translation>
    </message>
    <message>
        <source>Share of the time in view at a full queue</source>
        <translation>Anteil der Zeit im Blick bei voller Warteschlange</translation>
    </message>
    <message>
        <source>Share of the time whose annotations keep their names; used only beyond --num-kernels names</source>
        <translation>Anteil der Zeit, deren Annotationen ihre Namen behalten; nur bei mehr als --num-kernels Namen benutzt</translation>
    </message>
    <message>
        <source>Share of the time whose kernels keep their names; used only beyond --num-kernels names</source>
        <translation>Anteil der Zeit, deren Kernel ihre Namen behalten; nur bei mehr als --num-kernels Namen benutzt</translation>
    </message>
    <message>
        <source>Share of time</source>
        <translation>Anteil an der Zeit</translation>
    </message>
    <message>
        <source>Share of type</source>
        <translation>Anteil am Typ</translation>
    </message>
    <message>
        <source>Share of wall</source>
        <translation>Anteil an der Wandzeit</translation>
    </message>
    <message>
        <source>Shares of the wall time, as Inductor&apos;s report has them</source>
        <translation>Anteile an der Wandzeit, wie Inductors Bericht sie hat</translation>
    </message>
    <message>
        <source>Short kernels</source>
        <translation>Kurze Kernel</translation>
    </message>
    <message>
        <source>Short name</source>
        <translation>Kurzer Name</translation>
    </message>
    <message>
        <source>Short work</source>
        <translation>Kurze Arbeit</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>Kürzeste</translation>
    </message>
    <message>
        <source>Shown by</source>
        <translation>Gezeigt von</translation>
    </message>
    <message>
        <source>Slow call</source>
        <translation>Langsamer Aufruf</translation>
    </message>
    <message>
        <source>Slow step, beyond the median</source>
        <translation>Langsamer Schritt, über dem Median</translation>
    </message>
    <message>
        <source>Sorted by</source>
        <translation>Sortiert nach</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source file</source>
        <translation>Quelldatei</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>Standard deviation between the steps of the control</source>
        <translation>Standardabweichung zwischen den Schritten der Kontrolle</translation>
    </message>
    <message>
        <source>Standard deviation between the steps of the test</source>
        <translation>Standardabweichung zwischen den Schritten des Tests</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>Start of the part covered</source>
        <translation>Anfang des umfassten Teils</translation>
    </message>
    <message>
        <source>Start of the range</source>
        <translation>Anfang des Bereichs</translation>
    </message>
    <message>
        <source>Start of the second</source>
        <translation>Anfang des zweiten</translation>
    </message>
    <message>
        <source>Start skew</source>
        <translation>Versatz der Anfänge</translation>
    </message>
    <message>
        <source>Start to start</source>
        <translation>Von Anfang zu Anfang</translation>
    </message>
    <message>
        <source>Starts last</source>
        <translation>Beginnt zuletzt</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps in which it starts last</source>
        <translation>Schritte, in denen er zuletzt beginnt</translation>
    </message>
    <message>
        <source>Steps in which it waits least</source>
        <translation>Schritte, in denen er am wenigsten wartet</translation>
    </message>
    <message>
        <source>Steps looked at</source>
        <translation>Betrachtete Schritte</translation>
    </message>
    <message>
        <source>Steps of the first trace, or all for the whole of it; none: the first</source>
        <translation>Schritte des ersten Traces, oder alle für den ganzen; keine: der erste</translation>
    </message>
    <message>
        <source>Steps of the second trace, or all for the whole of it; none: the first</source>
        <translation>Schritte des zweiten Traces, oder alle für den ganzen; keine: der erste</translation>
    </message>
    <message>
        <source>Steps to look at, as in 10-12, or all</source>
        <translation>Zu betrachtende Schritte, wie 10-12, oder alle</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>Nachzügler</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Stream of the first</source>
        <translation>Stream des ersten</translation>
    </message>
    <message>
        <source>Stream whose work ends the gap</source>
        <translation>Stream, dessen Arbeit die Lücke beendet</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Sum of durations</source>
        <translation>Summe der Dauern</translation>
    </message>
    <message>
        <source>Sum of durations by kernel</source>
        <translation>Summe der Dauern nach Kernel</translation>
    </message>
    <message>
        <source>Sum of durations by kind of activity</source>
        <translation>Summe der Dauern nach Art der Aktivität</translation>
    </message>
    <message>
        <source>Sum of durations in one run</source>
        <translation>Summe der Dauern in einem Lauf</translation>
    </message>
    <message>
        <source>Sum of the GPU activities</source>
        <translation>Summe der GPU-Aktivitäten</translation>
    </message>
    <message>
        <source>Sum of the calls</source>
        <translation>Summe der Aufrufe</translation>
    </message>
    <message>
        <source>Sum of the kernels</source>
        <translation>Summe der Kernel</translation>
    </message>
    <message>
        <source>Sum of the kernels, mean of an occurrence</source>
        <translation>Summe der Kernel, Mittel eines Vorkommens</translation>
    </message>
    <message>
        <source>Sum of the launch delays</source>
        <translation>Summe der Launch-Verzögerungen</translation>
    </message>
    <message>
        <source>Sum of the ops</source>
        <translation>Summe der Ops</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Synchronisation</source>
        <translation>Synchronisation</translation>
    </message>
    <message>
        <source>Take ProfilerStep#1, ProfilerStep#2, ... for one name (exact mode)</source>
        <translation>ProfilerStep#1, ProfilerStep#2, ... als einen Namen nehmen (exakter Modus)</translation>
    </message>
    <message>
        <source>Temporal breakdown</source>
        <translation>Zeitliche Aufschlüsselung</translation>
    </message>
    <message>
        <source>Test deviation</source>
        <translation>Abweichung des Tests</translation>
    </message>
    <message>
        <source>Test mean</source>
        <translation>Mittel des Tests</translation>
    </message>
    <message>
        <source>Test per step</source>
        <translation>Test je Schritt</translation>
    </message>
    <message>
        <source>Test to control, mean of one call</source>
        <translation>Test zu Kontrolle, Mittel eines Aufrufs</translation>
    </message>
    <message>
        <source>Test: calls</source>
        <translation>Test: Aufrufe</translation>
    </message>
    <message>
        <source>Test: ranks</source>
        <translation>Test: Ränge</translation>
    </message>
    <message>
        <source>Test: steps</source>
        <translation>Test: Schritte</translation>
    </message>
    <message>
        <source>Test: time</source>
        <translation>Test: Zeit</translation>
    </message>
    <message>
        <source>The first of them step by step</source>
        <translation>Der erste davon, Schritt für Schritt</translation>
    </message>
    <message>
        <source>The longest activities of two kinds or inputs side by side</source>
        <translation>Die längsten Aktivitäten zweier Arten oder Eingaben nebeneinander</translation>
    </message>
    <message>
        <source>The longest gaps, and what the host did meanwhile</source>
        <translation>Die längsten Lücken, und was der Host währenddessen tat</translation>
    </message>
    <message>
        <source>The most memory in use at once</source>
        <translation>Der meiste gleichzeitig belegte Speicher</translation>
    </message>
    <message>
        <source>The op whose kernels are looked at; none: every repeated chain</source>
        <translation>Die Op, deren Kernel betrachtet werden; keine: jede wiederholte Kette</translation>
    </message>
    <message>
        <source>The rest</source>
        <translation>Der Rest</translation>
    </message>
    <message>
        <source>The trace with its frequent kernel sequences marked: search for Patterns in any viewer</source>
        <translation>Der Trace mit markierten häufigen Kernelsequenzen: suchen Sie in einem beliebigen Betrachter nach Patterns</translation>
    </message>
    <message>
        <source>The trace with queue lengths, copy bandwidths and other series as counters that any viewer draws</source>
        <translation>Der Trace mit Warteschlangenlängen, Kopierbandbreiten und anderen Reihen als Zähler, die jeder Betrachter zeichnet</translation>
    </message>
    <message>
        <source>Their mean</source>
        <translation>Ihr Mittel</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time at a full queue</source>
        <translation>Zeit bei voller Warteschlange</translation>
    </message>
    <message>
        <source>Time at stake</source>
        <translation>Zeit, um die es geht</translation>
    </message>
    <message>
        <source>Time concerned</source>
        <translation>Betroffene Zeit</translation>
    </message>
    <message>
        <source>Time in the calls</source>
        <translation>Zeit in den Aufrufen</translation>
    </message>
    <message>
        <source>Time in the control per rank and step</source>
        <translation>Zeit in der Kontrolle je Rang und Schritt</translation>
    </message>
    <message>
        <source>Time in the test per rank and step</source>
        <translation>Zeit im Test je Rang und Schritt</translation>
    </message>
    <message>
        <source>Time in view</source>
        <translation>Zeit im Blick</translation>
    </message>
    <message>
        <source>Time in which work of other steps runs</source>
        <translation>Zeit, in der Arbeit anderer Schritte läuft</translation>
    </message>
    <message>
        <source>Time of the peak</source>
        <translation>Zeit des Höhepunkts</translation>
    </message>
    <message>
        <source>Time on both sides, largest difference first</source>
        <translation>Zeit auf beiden Seiten, größter Unterschied zuerst</translation>
    </message>
    <message>
        <source>Time outside of the view</source>
        <translation>Zeit außerhalb des Blicks</translation>
    </message>
    <message>
        <source>Time that work launched in the step covers, wherever it runs</source>
        <translation>Zeit, die im Schritt gestartete Arbeit bedeckt, wo sie auch läuft</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Male</translation>
    </message>
    <message>
        <source>Times counted</source>
        <translation>Gezählte Male</translation>
    </message>
    <message>
        <source>Times faster</source>
        <translation>Mal schneller</translation>
    </message>
    <message>
        <source>Told by</source>
        <translation>Ermittelt über</translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation>Wichtigste Kernel</translation>
    </message>
    <message>
        <source>Top kernels up to</source>
        <translation>Wichtigste Kernel bis</translation>
    </message>
    <message>
        <source>Top names</source>
        <translation>Wichtigste Namen</translation>
    </message>
    <message>
        <source>Top names up to</source>
        <translation>Wichtigste Namen bis</translation>
    </message>
    <message>
        <source>Trace comparison</source>
        <translation>Trace-Vergleich</translation>
    </message>
    <message>
        <source>Trace health</source>
        <translation>Trace-Zustand</translation>
    </message>
    <message>
        <source>Trace with counters</source>
        <translation>Trace mit Zählern</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Traffic saved</source>
        <translation>Gesparter Verkehr</translation>
    </message>
    <message>
        <source>Trimmed trace</source>
        <translation>Gekürzter Trace</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Types of arguments: minimal, those the loader reads anyway; standard, those analyses read; complete, all. The last two read the file again</source>
        <translation>Arten von Argumenten: minimal, die der Lader ohnehin liest; üblich, die Analysen lesen; vollständig, alle. Die letzten beiden lesen die Datei noch einmal</translation>
    </message>
    <message>
        <source>Union</source>
        <translation>Vereinigung</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Unrecorded</source>
        <translation>Nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Upper quartile</source>
        <translation>Oberes Quartil</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Waiting for earlier work</source>
        <translation>Warten auf frühere Arbeit</translation>
    </message>
    <message>
        <source>Waiting for the host</source>
        <translation>Warten auf den Host</translation>
    </message>
    <message>
        <source>Waits least</source>
        <translation>Wartet am wenigsten</translation>
    </message>
    <message>
        <source>Wall time</source>
        <translation>Wandzeit</translation>
    </message>
    <message>
        <source>Wall time of one run</source>
        <translation>Wandzeit eines Laufs</translation>
    </message>
    <message>
        <source>Wall time of one run, measured without the profiler; 0: the chosen window, or first launch to last end</source>
        <translation>Wandzeit eines Laufs, ohne Profiler gemessen; 0: das gewählte Fenster, oder erster Launch bis letztes Ende</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What calls what, and how much GPU work does it cause?</source>
        <translation>Was ruft was auf, und wie viel GPU-Arbeit verursacht es?</translation>
    </message>
    <message>
        <source>What calls what, equal calls together</source>
        <translation>Was ruft was auf, gleiche Aufrufe zusammen</translation>
    </message>
    <message>
        <source>What did the compiler make of the model, and what is worth tuning?</source>
        <translation>Was hat der Compiler aus dem Modell gemacht, und was lohnt sich zu verbessern?</translation>
    </message>
    <message>
        <source>What differs between two runs, op by op?</source>
        <translation>Was unterscheidet zwei Läufe, Op für Op?</translation>
    </message>
    <message>
        <source>What does launching GPU work cost, and how long does the work wait?</source>
        <translation>Was kostet das Starten von GPU-Arbeit, und wie lange wartet die Arbeit?</translation>
    </message>
    <message>
        <source>What fusing each chain could save: gaps between its kernels</source>
        <translation>Was das Verschmelzen jeder Kette sparen könnte: Lücken zwischen ihren Kerneln</translation>
    </message>
    <message>
        <source>What is shown of the host: ops, annotations, calls (of the runtime and driver), python (frames)</source>
        <translation>Was vom Host gezeigt wird: Ops, Annotationen, Aufrufe (der Runtime und des Treibers), Python (Frames)</translation>
    </message>
    <message>
        <source>What is wrong, missing or worth knowing about the file</source>
        <translation>Was an der Datei falsch, fehlend oder wissenswert ist</translation>
    </message>
    <message>
        <source>What launching costs, by call</source>
        <translation>Was das Starten kostet, nach Aufruf</translation>
    </message>
    <message>
        <source>What makes two calls one row: the name; name and input shapes; the nn.Module call; name and Python stack</source>
        <translation>Was zwei Aufrufe zu einer Zeile macht: der Name; Name und Eingabeformen; der nn.Module-Aufruf; Name und Python-Stapel</translation>
    </message>
    <message>
        <source>What runs on both sides, name by name</source>
        <translation>Was auf beiden Seiten läuft, Name für Name</translation>
    </message>
    <message>
        <source>What runs on the GPUs, all ranks together</source>
        <translation>Was auf den GPUs läuft, alle Ränge zusammen</translation>
    </message>
    <message>
        <source>What the GPU can do at most</source>
        <translation>Was die GPU höchstens kann</translation>
    </message>
    <message>
        <source>What the hardware counted over a whole region</source>
        <translation>Was die Hardware über einen ganzen Abschnitt gezählt hat</translation>
    </message>
    <message>
        <source>What the hardware counted while each kernel ran</source>
        <translation>Was die Hardware gezählt hat, während jeder Kernel lief</translation>
    </message>
    <message>
        <source>What the host did while each device was idle</source>
        <translation>Was der Host tat, während jedes Gerät leer lief</translation>
    </message>
    <message>
        <source>What the launch delays are made of</source>
        <translation>Woraus die Launch-Verzögerungen bestehen</translation>
    </message>
    <message>
        <source>What the longest activities of each kind amount to</source>
        <translation>Was die längsten Aktivitäten jeder Art ausmachen</translation>
    </message>
    <message>
        <source>What the longest take of the sum of durations</source>
        <translation>Was die längsten von der Summe der Dauern nehmen</translation>
    </message>
    <message>
        <source>What the union takes of the selected time; nothing where slices are selected instead of time</source>
        <translation>Was die Vereinigung von der ausgewählten Zeit nimmt; nichts, wo Slices statt Zeit ausgewählt sind</translation>
    </message>
    <message>
        <source>What to look at first</source>
        <translation>Was zuerst anzusehen ist</translation>
    </message>
    <message>
        <source>What was added, deleted, or is called more or less often</source>
        <translation>Was hinzukam, wegfiel oder öfter oder seltener aufgerufen wird</translation>
    </message>
    <message>
        <source>Where do the most expensive repeated chains of kernels run, on host and GPU?</source>
        <translation>Wo laufen die teuersten wiederholten Kernelketten, auf Host und GPU?</translation>
    </message>
    <message>
        <source>Where does the time go, and what should I look at first?</source>
        <translation>Wohin geht die Zeit, und was sollte ich zuerst ansehen?</translation>
    </message>
    <message>
        <source>Where does the time of each step go?</source>
        <translation>Wohin geht die Zeit jedes Schritts?</translation>
    </message>
    <message>
        <source>Where the GPU time of each device went</source>
        <translation>Wohin die GPU-Zeit jedes Geräts ging</translation>
    </message>
    <message>
        <source>Where the GPU time of each rank went</source>
        <translation>Wohin die GPU-Zeit jedes Rangs ging</translation>
    </message>
    <message>
        <source>Where the first of them are</source>
        <translation>Wo die ersten davon sind</translation>
    </message>
    <message>
        <source>Where the time of each rank goes</source>
        <translation>Wohin die Zeit jedes Rangs geht</translation>
    </message>
    <message>
        <source>Work and idle time of each step</source>
        <translation>Arbeit und Leerlauf jedes Schritts</translation>
    </message>
    <message>
        <source>Which API calls launch which kernels</source>
        <translation>Welche API-Aufrufe welche Kernel starten</translation>
    </message>
    <message>
        <source>Which annotation does each kernel belong to?</source>
        <translation>Zu welcher Annotation gehört jeder Kernel?</translation>
    </message>
    <message>
        <source>Which annotation each GPU activity belongs to</source>
        <translation>Zu welcher Annotation jede GPU-Aktivität gehört</translation>
    </message>
    <message>
        <source>Which chains of kernels come again and again?</source>
        <translation>Welche Kernelketten kehren immer wieder?</translation>
    </message>
    <message>
        <source>Which chains of kernels ops launch again and again</source>
        <translation>Welche Kernelketten Ops immer wieder starten</translation>
    </message>
    <message>
        <source>Which chains of kernels repeat on the streams, whatever op launched them</source>
        <translation>Welche Kernelketten sich auf den Streams wiederholen, welche Op sie auch gestartet hat</translation>
    </message>
    <message>
        <source>Which kernel names are in which input</source>
        <translation>Welche Kernelnamen in welcher Eingabe sind</translation>
    </message>
    <message>
        <source>Which kernels are in one trace and not in the other?</source>
        <translation>Welche Kernel sind in einem Trace und nicht im anderen?</translation>
    </message>
    <message>
        <source>Kernels by rank, type and name</source>
        <translation>Kernel nach Rang, Typ und Name</translation>
    </message>
    <message>
        <source>Which kernels take the GPU time?</source>
        <translation>Welche Kernel brauchen die GPU-Zeit?</translation>
    </message>
    <message>
        <source>Which kernels take the time of each type</source>
        <translation>Welche Kernel die Zeit jedes Typs brauchen</translation>
    </message>
    <message>
        <source>Which ops launch which kernels, and how late they run</source>
        <translation>Welche Ops welche Kernel starten, und wie spät sie laufen</translation>
    </message>
    <message>
        <source>Ops with their time on the host and on the GPU</source>
        <translation>Ops mit ihrer Zeit auf dem Host und auf der GPU</translation>
    </message>
    <message>
        <source>Which ops take the time, on the host and on the GPU?</source>
        <translation>Welche Ops brauchen die Zeit, auf dem Host und auf der GPU?</translation>
    </message>
    <message>
        <source>Which rank do the others wait for?</source>
        <translation>Auf welchen Rang warten die anderen?</translation>
    </message>
    <message>
        <source>Whose fault is each idle nanosecond of the GPU?</source>
        <translation>Wessen Schuld ist jede leere Nanosekunde der GPU?</translation>
    </message>
    <message>
        <source>Whose fault the idle time of each device is</source>
        <translation>Wessen Schuld die Leerlaufzeit jedes Geräts ist</translation>
    </message>
    <message>
        <source>Whose fault the idle time of each step is</source>
        <translation>Wessen Schuld die Leerlaufzeit jedes Schritts ist</translation>
    </message>
    <message>
        <source>Why do the streams wait: for the host, for the next kernel, or for something else?</source>
        <translation>Warum warten die Streams: auf den Host, auf den nächsten Kernel oder auf etwas anderes?</translation>
    </message>
    <message>
        <source>Why each stream waits</source>
        <translation>Warum jeder Stream wartet</translation>
    </message>
    <message>
        <source>Why nothing runs on a device, and what it waits for</source>
        <translation>Warum auf einem Gerät nichts läuft, und worauf es wartet</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Work after</source>
        <translation>Arbeit danach</translation>
    </message>
    <message>
        <source>Work before</source>
        <translation>Arbeit davor</translation>
    </message>
    <message>
        <source>Work of other steps</source>
        <translation>Arbeit anderer Schritte</translation>
    </message>
    <message>
        <source>Work that starts long after its launch</source>
        <translation>Arbeit, die lange nach ihrem Launch beginnt</translation>
    </message>
    <message>
        <source>Work that starts longer than this after the end of its call is an outlier</source>
        <translation>Arbeit, die später als so lange nach dem Ende ihres Aufrufs beginnt, ist ein Ausreißer</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>Arbeitet</translation>
    </message>
    <message>
        <source>Write the patterns of an event and their counts into its args</source>
        <translation>Die Muster eines Ereignisses und ihre Anzahlen in seine args schreiben</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>after the host had waited for the GPU</source>
        <translation>nachdem der Host auf die GPU gewartet hatte</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>autograd_detail</source>
        <translation>autograd_detail</translation>
    </message>
    <message>
        <source>avg_aten_op_launch_delay</source>
        <translation>mittlere Zeit von der Op zum Launch</translation>
    </message>
    <message>
        <source>avg_runtime_delay</source>
        <translation>mittlere Zeit vom Launch zum Kernel</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>contains</source>
        <translation>enthält</translation>
    </message>
    <message>
        <source>coverage</source>
        <translation>Abdeckung</translation>
    </message>
    <message>
        <source>cpu</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>gpu</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>kernel-kernel</source>
        <translation>Kernel-Kernel</translation>
    </message>
    <message>
        <source>kernel-launch</source>
        <translation>Kernel-Launch</translation>
    </message>
    <message>
        <source>kernel-launch: a kernel ends after the next launch begins; launch-launch: a call ends after the next begins; kernel-kernel: two kernels of one stream</source>
        <translation>Kernel-Launch: ein Kernel endet, nachdem der nächste Launch beginnt; Launch-Launch: ein Aufruf endet, nachdem der nächste beginnt; Kernel-Kernel: zwei Kernel eines Streams</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Launch</translation>
    </message>
    <message>
        <source>launch-launch</source>
        <translation>Launch-Launch</translation>
    </message>
    <message>
        <source>minimal</source>
        <translation>minimal</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>occurrence_count</source>
        <translation>Anzahl der Vorkommen</translation>
    </message>
    <message>
        <source>of the time in view</source>
        <translation>der Zeit im Blick</translation>
    </message>
    <message>
        <source>optimizer_state</source>
        <translation>Optimiererzustand</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>p-value</source>
        <translation>p-Wert</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>part of the device&apos;s time in view</source>
        <translation>Teil der Zeit des Geräts im Blick</translation>
    </message>
    <message>
        <source>part of the stream&apos;s time in view</source>
        <translation>Teil der Zeit des Streams im Blick</translation>
    </message>
    <message>
        <source>quantile</source>
        <translation>Quantil</translation>
    </message>
    <message>
        <source>quantile: HTA&apos;s rule, the quantile of the cumulative sums; coverage: the smallest set of top names that covers the share</source>
        <translation>Quantil: die Regel von HTA, das Quantil der kumulierten Summen; Abdeckung: die kleinste Menge wichtigster Namen, die den Anteil abdeckt</translation>
    </message>
    <message>
        <source>quantile: HTA&apos;s rule, the quantile of the cumulative sums; coverage: the smallest set of top names that covers the share (exact mode)</source>
        <translation>Quantil: die Regel von HTA, das Quantil der kumulierten Summen; Abdeckung: die kleinste Menge wichtigster Namen, die den Anteil abdeckt (exakter Modus)</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>regex</source>
        <translation>regulärer Ausdruck</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>share of idle on this device</source>
        <translation>Anteil am Leerlauf dieses Geräts</translation>
    </message>
    <message>
        <source>share of idle on this stream</source>
        <translation>Anteil am Leerlauf dieses Streams</translation>
    </message>
    <message>
        <source>short</source>
        <translation>kurz</translation>
    </message>
    <message>
        <source>similar</source>
        <translation>ähnlich</translation>
    </message>
    <message>
        <source>stack</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>standard</source>
        <translation>üblich</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>start: work waits until it starts, as in HTA; end: until it has finished (exact mode)</source>
        <translation>Anfang: Arbeit wartet, bis sie beginnt, wie in HTA; Ende: bis sie fertig ist (exakter Modus)</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>sum of durations</source>
        <translation>Summe der Dauern</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporär</translation>
    </message>
    <message>
        <source>time for each gap</source>
        <translation>Zeit für jede Lücke</translation>
    </message>
    <message>
        <source>top_pctg</source>
        <translation>Anteil der längsten</translation>
    </message>
    <message>
        <source>triton_persistent_reduction_pctg</source>
        <translation>Anteil persistenter Triton-Reduktionen</translation>
    </message>
    <message>
        <source>triton_pointwise_pctg</source>
        <translation>Anteil punktweiser Triton-Kernel</translation>
    </message>
    <message>
        <source>triton_reduction_pctg</source>
        <translation>Anteil der Triton-Reduktionen</translation>
    </message>
    <message>
        <source>triton_unknown_pctg</source>
        <translation>Anteil unbekannter Triton-Kernel</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>unknown_pctg</source>
        <translation>Anteil Unbekannter</translation>
    </message>
    <message>
        <source>FP16 tensor cores</source>
        <translation>FP16-Tensor-Kerne</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>FP64</source>
        <translation>FP64</translation>
    </message>
    <message>
        <source>added</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>aten</source>
        <translation>aten</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>clipped</source>
        <translation>gekürzt</translation>
    </message>
    <message>
        <source>clock-sync</source>
        <translation>Uhrenabgleich</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>context-event</source>
        <translation>Kontextereignis</translation>
    </message>
    <message>
        <source>counter-without-value</source>
        <translation>Zähler ohne Wert</translation>
    </message>
    <message>
        <source>cpu_op</source>
        <translation>CPU-Op</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>decreased</source>
        <translation>seltener</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>weggefallen</translation>
    </message>
    <message>
        <source>device_event</source>
        <translation>Geräteereignis</translation>
    </message>
    <message>
        <source>device_sync</source>
        <translation>Synchronisation</translation>
    </message>
    <message>
        <source>driver_call</source>
        <translation>Treiberaufruf</translation>
    </message>
    <message>
        <source>gemm/conv</source>
        <translation>gemm/conv</translation>
    </message>
    <message>
        <source>given</source>
        <translation>angegeben</translation>
    </message>
    <message>
        <source>gpu_user_annotation</source>
        <translation>Annotation auf der GPU</translation>
    </message>
    <message>
        <source>host_instant</source>
        <translation>Zeitpunkt auf dem Host</translation>
    </message>
    <message>
        <source>hpu_work</source>
        <translation>HPU-Arbeit</translation>
    </message>
    <message>
        <source>implausible-time</source>
        <translation>unmögliche Zeit</translation>
    </message>
    <message>
        <source>increased</source>
        <translation>öfter</translation>
    </message>
    <message>
        <source>info</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kernel names</source>
        <translation>Kernelnamen</translation>
    </message>
    <message>
        <source>launching op</source>
        <translation>startende Op</translation>
    </message>
    <message>
        <source>linked-id</source>
        <translation>verbundene Nummer</translation>
    </message>
    <message>
        <source>memcpy</source>
        <translation>Speicherkopie</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation>Speicherbandbreite</translation>
    </message>
    <message>
        <source>memory-dump</source>
        <translation>Speicherabbild</translation>
    </message>
    <message>
        <source>memory-timeline</source>
        <translation>Speicherzeitleiste</translation>
    </message>
    <message>
        <source>memory_instant</source>
        <translation>Speichereintrag</translation>
    </message>
    <message>
        <source>memset</source>
        <translation>Memset</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>mtia_work</source>
        <translation>MTIA-Arbeit</translation>
    </message>
    <message>
        <source>name but for sizes</source>
        <translation>Name ohne Größen</translation>
    </message>
    <message>
        <source>not-an-object</source>
        <translation>kein Objekt</translation>
    </message>
    <message>
        <source>object-event</source>
        <translation>Objektereignis</translation>
    </message>
    <message>
        <source>op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>order of one thread</source>
        <translation>Reihenfolge eines Threads</translation>
    </message>
    <message>
        <source>order with driver calls</source>
        <translation>Reihenfolge mit Treiberaufrufen</translation>
    </message>
    <message>
        <source>other</source>
        <translation>anderes</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>Aufwand des Profilers</translation>
    </message>
    <message>
        <source>overlapping</source>
        <translation>überlappend</translation>
    </message>
    <message>
        <source>place in the call tree</source>
        <translation>Platz im Aufrufbaum</translation>
    </message>
    <message>
        <source>position (unreliable)</source>
        <translation>Stelle (unsicher)</translation>
    </message>
    <message>
        <source>profiler overhead</source>
        <translation>Aufwand des Profilers</translation>
    </message>
    <message>
        <source>profiler_range</source>
        <translation>Zählerbereich</translation>
    </message>
    <message>
        <source>python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>python_function</source>
        <translation>Python-Funktion</translation>
    </message>
    <message>
        <source>runtime_call</source>
        <translation>Runtime-Aufruf</translation>
    </message>
    <message>
        <source>serious</source>
        <translation>ernst</translation>
    </message>
    <message>
        <source>short name</source>
        <translation>kurzer Name</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>trace_span</source>
        <translation>Aufzeichnungsfenster</translation>
    </message>
    <message>
        <source>triton_pointwise</source>
        <translation>triton_pointwise</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>unknown-phase</source>
        <translation>unbekannte Phase</translation>
    </message>
    <message>
        <source>unmatched-end</source>
        <translation>Ende ohne Anfang</translation>
    </message>
    <message>
        <source>unpaired-flow</source>
        <translation>Flow ohne Gegenstück</translation>
    </message>
    <message>
        <source>user_annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>without-timestamp</source>
        <translation>ohne Zeitstempel</translation>
    </message>
    <message>
        <source>gzip members</source>
        <translation>gzip-Teile</translation>
    </message>
    <message>
        <source>gzip ratio</source>
        <translation>gzip-Verhältnis</translation>
    </message>
    <message>
        <source>the file ends before the last &apos;}&apos;</source>
        <translation>die Datei endet vor dem letzten &apos;}&apos;</translation>
    </message>
    <message>
        <source>the file ends inside traceEvents</source>
        <translation>die Datei endet innerhalb von traceEvents</translation>
    </message>
    <message>
        <source>traceEvents is not an array</source>
        <translation>traceEvents ist kein Array</translation>
    </message>
    <message>
        <source>the compressed data end too early</source>
        <translation>die komprimierten Daten enden zu früh</translation>
    </message>
    <message>
        <source>argument-type</source>
        <translation>Typ eines Arguments</translation>
    </message>
    <message>
        <source>bad-number</source>
        <translation>unbrauchbare Zahl</translation>
    </message>
    <message>
        <source>captured-launches</source>
        <translation>aufgenommene Launches</translation>
    </message>
    <message>
        <source>changed-while-reading</source>
        <translation>beim Lesen geändert</translation>
    </message>
    <message>
        <source>class-contradicted</source>
        <translation>Klasse: widersprochen</translation>
    </message>
    <message>
        <source>class-guessed</source>
        <translation>Klasse: geraten</translation>
    </message>
    <message>
        <source>class-runs-apart</source>
        <translation>Klasse: läuft für sich</translation>
    </message>
    <message>
        <source>clocks-differ</source>
        <translation>Uhren weichen ab</translation>
    </message>
    <message>
        <source>control-character</source>
        <translation>Steuerzeichen</translation>
    </message>
    <message>
        <source>crossed-pair</source>
        <translation>gekreuztes Paar</translation>
    </message>
    <message>
        <source>damaged-args</source>
        <translation>beschädigte args</translation>
    </message>
    <message>
        <source>damaged-event</source>
        <translation>beschädigtes Ereignis</translation>
    </message>
    <message>
        <source>damaged-preamble</source>
        <translation>beschädigter Anfang</translation>
    </message>
    <message>
        <source>damaged-trailer</source>
        <translation>beschädigtes Ende</translation>
    </message>
    <message>
        <source>data-after-gzip</source>
        <translation>Daten nach gzip</translation>
    </message>
    <message>
        <source>duplicate-key</source>
        <translation>doppelter Schlüssel</translation>
    </message>
    <message>
        <source>duplicates</source>
        <translation>doppelte Ereignisse</translation>
    </message>
    <message>
        <source>extra-comma</source>
        <translation>überzähliges Komma</translation>
    </message>
    <message>
        <source>far-outliers</source>
        <translation>weite Ausreißer</translation>
    </message>
    <message>
        <source>gzip-checksum</source>
        <translation>gzip-Prüfsumme</translation>
    </message>
    <message>
        <source>gzip-damaged</source>
        <translation>gzip beschädigt</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>gesund</translation>
    </message>
    <message>
        <source>host-overlap</source>
        <translation>Überlappung auf dem Host</translation>
    </message>
    <message>
        <source>implausible-duration</source>
        <translation>unmögliche Dauer</translation>
    </message>
    <message>
        <source>invalid-escape</source>
        <translation>ungültige Escape-Folge</translation>
    </message>
    <message>
        <source>invalid-utf8</source>
        <translation>ungültiges UTF-8</translation>
    </message>
    <message>
        <source>launches-without-work</source>
        <translation>Launches ohne Arbeit</translation>
    </message>
    <message>
        <source>limit-reached</source>
        <translation>Grenze erreicht</translation>
    </message>
    <message>
        <source>lone-surrogate</source>
        <translation>halbes Surrogatpaar</translation>
    </message>
    <message>
        <source>missing-comma</source>
        <translation>fehlendes Komma</translation>
    </message>
    <message>
        <source>missing-duration</source>
        <translation>fehlende Dauer</translation>
    </message>
    <message>
        <source>missing-steps</source>
        <translation>Schritte fehlen</translation>
    </message>
    <message>
        <source>missing-timestamp</source>
        <translation>fehlende Zeit</translation>
    </message>
    <message>
        <source>negative-duration</source>
        <translation>negative Dauer</translation>
    </message>
    <message>
        <source>no-collective-metadata</source>
        <translation>keine Kollektiv-Metadaten</translation>
    </message>
    <message>
        <source>no-device-properties</source>
        <translation>keine Geräteangaben</translation>
    </message>
    <message>
        <source>no-duration</source>
        <translation>keine Dauer</translation>
    </message>
    <message>
        <source>no-gpu-activity</source>
        <translation>keine GPU-Aktivität</translation>
    </message>
    <message>
        <source>no-gpu-annotations</source>
        <translation>keine GPU-Annotationen</translation>
    </message>
    <message>
        <source>no-gpu-work</source>
        <translation>keine GPU-Arbeit</translation>
    </message>
    <message>
        <source>no-launches</source>
        <translation>keine Launches</translation>
    </message>
    <message>
        <source>no-memory-records</source>
        <translation>keine Speichereinträge</translation>
    </message>
    <message>
        <source>no-ops</source>
        <translation>keine Ops</translation>
    </message>
    <message>
        <source>no-python-stacks</source>
        <translation>keine Python-Stapel</translation>
    </message>
    <message>
        <source>no-pytorch-events</source>
        <translation>keine PyTorch-Ereignisse</translation>
    </message>
    <message>
        <source>no-shapes</source>
        <translation>keine Formen</translation>
    </message>
    <message>
        <source>no-steps</source>
        <translation>keine Schritte</translation>
    </message>
    <message>
        <source>non-finite-number</source>
        <translation>unendliche Zahl</translation>
    </message>
    <message>
        <source>nothing-drawable</source>
        <translation>nichts zeichenbar</translation>
    </message>
    <message>
        <source>nul-bytes</source>
        <translation>Nullbytes</translation>
    </message>
    <message>
        <source>overlapping-slices</source>
        <translation>überlappende Slices</translation>
    </message>
    <message>
        <source>profiler-overhead</source>
        <translation>Aufwand des Profilers</translation>
    </message>
    <message>
        <source>ranks-apart</source>
        <translation>Ränge getrennt</translation>
    </message>
    <message>
        <source>ranks-missing</source>
        <translation>Ränge fehlen</translation>
    </message>
    <message>
        <source>read-error</source>
        <translation>Lesefehler</translation>
    </message>
    <message>
        <source>repeated-event-array</source>
        <translation>wiederholtes Array</translation>
    </message>
    <message>
        <source>second-document</source>
        <translation>zweites Dokument</translation>
    </message>
    <message>
        <source>steps-differ</source>
        <translation>Schritte verschieden</translation>
    </message>
    <message>
        <source>stream-overlap</source>
        <translation>Überlappung im Stream</translation>
    </message>
    <message>
        <source>time-overflow</source>
        <translation>Zeit zu groß</translation>
    </message>
    <message>
        <source>too-deep</source>
        <translation>zu tief</translation>
    </message>
    <message>
        <source>too-long</source>
        <translation>zu lang</translation>
    </message>
    <message>
        <source>truncated</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>unescaped-quote</source>
        <translation>Anführungszeichen</translation>
    </message>
    <message>
        <source>unknown-arguments</source>
        <translation>unbekannte Argumente</translation>
    </message>
    <message>
        <source>unlinked-work</source>
        <translation>Arbeit ohne Launch</translation>
    </message>
    <message>
        <source>unmatched-begin</source>
        <translation>Anfang ohne Ende</translation>
    </message>
    <message>
        <source>whole-microseconds</source>
        <translation>ganze Mikrosekunden</translation>
    </message>
    <message>
        <source>work-before-launch</source>
        <translation>Arbeit vor dem Launch</translation>
    </message>
    <message>
        <source>shared-correlations</source>
        <translation>geteilte Korrelationen</translation>
    </message>
    <message>
        <source>return-before-work</source>
        <translation>Rückkehr vor der Arbeit</translation>
    </message>
    <message>
        <source>world-sizes-differ</source>
        <translation>Jobgrößen verschieden</translation>
    </message>
    <message>
        <source>wrong-type</source>
        <translation>falscher Typ</translation>
    </message>
    <message>
        <source>% of all waits</source>
        <translation>% aller Wartezeiten</translation>
    </message>
    <message>
        <source>% of the wall time</source>
        <translation>% der Wandzeit</translation>
    </message>
    <message>
        <source>% of the window&apos;s wall time</source>
        <translation>% der Wandzeit des Fensters</translation>
    </message>
    <message>
        <source>% of time</source>
        <translation>% der Zeit</translation>
    </message>
    <message>
        <source>% of waits</source>
        <translation>% der Wartezeiten</translation>
    </message>
    <message>
        <source>% of wall</source>
        <translation>% der Wandzeit</translation>
    </message>
    <message>
        <source>After the first rank, clocks aligned</source>
        <translation>Nach dem ersten Rang, bei abgeglichenen Uhren</translation>
    </message>
    <message>
        <source>Against the rank it was measured against, in parts in a million</source>
        <translation>Gegen den Rang, gegen den gemessen wurde, in Millionsteln</translation>
    </message>
    <message>
        <source>Align clocks</source>
        <translation>Uhren abgleichen</translation>
    </message>
    <message>
        <source>Arrival</source>
        <translation>Ankunft</translation>
    </message>
    <message>
        <source>As recorded</source>
        <translation>Wie aufgezeichnet</translation>
    </message>
    <message>
        <source>As replayed with the change</source>
        <translation>Wie mit der Änderung nachgespielt</translation>
    </message>
    <message>
        <source>At the beginning of its run</source>
        <translation>Am Anfang seines Laufs</translation>
    </message>
    <message>
        <source>Came last</source>
        <translation>Kam zuletzt</translation>
    </message>
    <message>
        <source>Caused share</source>
        <translation>Verursachter Anteil</translation>
    </message>
    <message>
        <source>Change of</source>
        <translation>Änderung von</translation>
    </message>
    <message>
        <source>Clock alignment</source>
        <translation>Uhrenabgleich</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>Uhren</translation>
    </message>
    <message>
        <source>Clocks of the ranks</source>
        <translation>Uhren der Ränge</translation>
    </message>
    <message>
        <source>Collectives in which it came last, maybe with others</source>
        <translation>Kollektivoperationen, in denen er zuletzt kam, vielleicht mit anderen</translation>
    </message>
    <message>
        <source>Collectives that a rank must share with another before its clock counts</source>
        <translation>Kollektivoperationen, die ein Rang mit einem anderen teilen muss, bevor seine Uhr zählt</translation>
    </message>
    <message>
        <source>Collectives that all ranks of the group are in</source>
        <translation>Kollektivoperationen, an denen alle Ränge der Gruppe teilnehmen</translation>
    </message>
    <message>
        <source>Collectives that both ranks leave together; of a reference, with any rank</source>
        <translation>Kollektivoperationen, die beide Ränge zugleich verlassen; bei einer Referenz mit einem beliebigen Rang</translation>
    </message>
    <message>
        <source>Collectives that one of the two ranks left before the other came, as their clocks say</source>
        <translation>Kollektivoperationen, die einer der beiden Ränge laut den Uhren verließ, bevor der andere kam</translation>
    </message>
    <message>
        <source>Collectives with less waiting are not listed; they count all the same</source>
        <translation>Kollektivoperationen mit weniger Wartezeit werden nicht aufgeführt; sie zählen trotzdem</translation>
    </message>
    <message>
        <source>Collectives, and who came last</source>
        <translation>Kollektivoperationen, und wer zuletzt kam</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>Different events that own some of the time</source>
        <translation>Verschiedene Ereignisse, denen etwas von der Zeit gehört</translation>
    </message>
    <message>
        <source>Drift (ppm)</source>
        <translation>Drift (ppm)</translation>
    </message>
    <message>
        <source>Each wait</source>
        <translation>Jede Wartezeit</translation>
    </message>
    <message>
        <source>End spread</source>
        <translation>Streuung der Enden</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Exposed share</source>
        <translation>Unverdeckter Anteil</translation>
    </message>
    <message>
        <source>Exposed wait</source>
        <translation>Unverdeckte Wartezeit</translation>
    </message>
    <message>
        <source>Exposed waits</source>
        <translation>Unverdeckte Wartezeiten</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>From the first end to the last, clocks aligned</source>
        <translation>Vom ersten Ende zum letzten, bei abgeglichenen Uhren</translation>
    </message>
    <message>
        <source>Greatest drift</source>
        <translation>Größte Drift</translation>
    </message>
    <message>
        <source>Greatest offset</source>
        <translation>Größter Versatz</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Held up</source>
        <translation>Aufgehalten</translation>
    </message>
    <message>
        <source>How far do the clocks of the ranks differ?</source>
        <translation>Wie weit gehen die Uhren der Ränge auseinander?</translation>
    </message>
    <message>
        <source>How far off a single end may be, along the way to the reference</source>
        <translation>Wie weit ein einzelnes Ende danebenliegen kann, auf dem Weg zur Referenz</translation>
    </message>
    <message>
        <source>How many names of GPU work are tried at half their time, those with most time first</source>
        <translation>Wie viele Namen von GPU-Arbeit mit halber Zeit versucht werden, die mit der meisten Zeit zuerst</translation>
    </message>
    <message>
        <source>How much faster the reference&apos;s clock runs, in parts in a million; 0 where none is known</source>
        <translation>Um wie viel schneller die Uhr der Referenz läuft, in Millionsteln; 0, wo es nicht bekannt ist</translation>
    </message>
    <message>
        <source>How the runs of the ranks were found to be one collective</source>
        <translation>Woran die Läufe der Ränge als eine Kollektivoperation erkannt wurden</translation>
    </message>
    <message>
        <source>Impossible after</source>
        <translation>Danach unmöglich</translation>
    </message>
    <message>
        <source>Impossible before</source>
        <translation>Davor unmöglich</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>Instanz</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>Its ranks</source>
        <translation>Ihre Ränge</translation>
    </message>
    <message>
        <source>Its steps, or from its first to its last GPU work</source>
        <translation>Seine Schritte, oder von seiner ersten bis zu seiner letzten GPU-Arbeit</translation>
    </message>
    <message>
        <source>Kernels tried</source>
        <translation>Versuchte Kernels</translation>
    </message>
    <message>
        <source>Least collectives</source>
        <translation>Mindestzahl</translation>
    </message>
    <message>
        <source>Least offset</source>
        <translation>Kleinster Versatz</translation>
    </message>
    <message>
        <source>Least waits</source>
        <translation>Mindestwartezeit</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Glieder</translation>
    </message>
    <message>
        <source>Longest single link</source>
        <translation>Längstes einzelnes Glied</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>Längste Wartezeit</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>Zugeordnet nach</translation>
    </message>
    <message>
        <source>Measured against</source>
        <translation>Gemessen gegen</translation>
    </message>
    <message>
        <source>Measured drift</source>
        <translation>Gemessene Drift</translation>
    </message>
    <message>
        <source>Measured offset</source>
        <translation>Gemessener Versatz</translation>
    </message>
    <message>
        <source>Most time of one event</source>
        <translation>Meiste Zeit eines Ereignisses</translation>
    </message>
    <message>
        <source>Name of the annotation that is the window (in hta mode a part of it); empty for the scope</source>
        <translation>Name der Annotation, die das Fenster ist (im hta-Modus ein Teil davon); leer für den Umfang</translation>
    </message>
    <message>
        <source>New wall</source>
        <translation>Neue Wandzeit</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Of its run</source>
        <translation>Seines Laufs</translation>
    </message>
    <message>
        <source>Of its time; empty for several changes</source>
        <translation>Seiner Zeit; leer bei mehreren Änderungen</translation>
    </message>
    <message>
        <source>Of one rank</source>
        <translation>Eines Rangs</translation>
    </message>
    <message>
        <source>Of the offset, along the way to the reference</source>
        <translation>Des Versatzes, auf dem Weg zur Referenz</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>Other work</source>
        <translation>Andere Arbeit</translation>
    </message>
    <message>
        <source>Parts in a million; times that drift further count as no clock</source>
        <translation>Millionstel; Zeiten, die weiter driften, zählen nicht als Uhr</translation>
    </message>
    <message>
        <source>Put starts and ends on one clock where it is known; waits need none</source>
        <translation>Anfänge und Enden auf eine Uhr bringen, wo sie bekannt ist; Wartezeiten brauchen keine</translation>
    </message>
    <message>
        <source>Rank groups</source>
        <translation>Ranggruppen</translation>
    </message>
    <message>
        <source>Rank whose clock the offset leads to</source>
        <translation>Rang, zu dessen Uhr der Versatz führt</translation>
    </message>
    <message>
        <source>Rank with which it shares the collectives that the measured figures come from</source>
        <translation>Rang, mit dem er die Kollektivoperationen teilt, aus denen die gemessenen Zahlen stammen</translation>
    </message>
    <message>
        <source>Ranks expected</source>
        <translation>Erwartete Ränge</translation>
    </message>
    <message>
        <source>Ranks of the group; none where the file does not say</source>
        <translation>Ränge der Gruppe; keine, wo die Datei es nicht sagt</translation>
    </message>
    <message>
        <source>Ranks with the shortest run</source>
        <translation>Ränge mit dem kürzesten Lauf</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Runs that belong to no collective of another rank</source>
        <translation>Läufe, die zu keiner Kollektivoperation eines anderen Rangs gehören</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespart</translation>
    </message>
    <message>
        <source>Saved share</source>
        <translation>Gesparter Anteil</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Spent in</source>
        <translation>Verbracht mit</translation>
    </message>
    <message>
        <source>Standard error</source>
        <translation>Standardfehler</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Sum over collectives and ranks</source>
        <translation>Summe über Kollektivoperationen und Ränge</translation>
    </message>
    <message>
        <source>Sum over the ranks</source>
        <translation>Summe über die Ränge</translation>
    </message>
    <message>
        <source>That have a run of it in this scope</source>
        <translation>Die in diesem Umfang einen Lauf davon haben</translation>
    </message>
    <message>
        <source>That have runs in this scope</source>
        <translation>Die in diesem Umfang Läufe haben</translation>
    </message>
    <message>
        <source>That it ran with another rank of the scope</source>
        <translation>Die er mit einem anderen Rang des Umfangs ausführte</translation>
    </message>
    <message>
        <source>That two ranks or more ran</source>
        <translation>Die zwei oder mehr Ränge ausführten</translation>
    </message>
    <message>
        <source>The lowest of those with the shortest run</source>
        <translation>Der niedrigste von denen mit dem kürzesten Lauf</translation>
    </message>
    <message>
        <source>The one that others wait for most</source>
        <translation>Der, auf den andere am meisten warten</translation>
    </message>
    <message>
        <source>The part of it in which the rank computes nothing</source>
        <translation>Der Teil davon, in dem der Rang nichts berechnet</translation>
    </message>
    <message>
        <source>The path, link by link</source>
        <translation>Der Pfad, Glied für Glied</translation>
    </message>
    <message>
        <source>The same with the measured clock</source>
        <translation>Dasselbe mit der gemessenen Uhr</translation>
    </message>
    <message>
        <source>The shortest run: that of who came last</source>
        <translation>Der kürzeste Lauf: der dessen, der zuletzt kam</translation>
    </message>
    <message>
        <source>Thread or stream</source>
        <translation>Thread oder Stream</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>Gleichauf</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>Unmatched</source>
        <translation>Nicht zugeordnet</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>Waits between ranks</source>
        <translation>Wartezeiten zwischen Rängen</translation>
    </message>
    <message>
        <source>Waits by process group</source>
        <translation>Wartezeiten nach Prozessgruppe</translation>
    </message>
    <message>
        <source>Waits by rank and process group</source>
        <translation>Wartezeiten nach Rang und Prozessgruppe</translation>
    </message>
    <message>
        <source>Waits by step</source>
        <translation>Wartezeiten nach Schritt</translation>
    </message>
    <message>
        <source>Waits caused</source>
        <translation>Verursachte Wartezeiten</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>What did the wall time wait for, moment by moment?</source>
        <translation>Worauf wartete die Wandzeit, Moment für Moment?</translation>
    </message>
    <message>
        <source>What did the wall time wait for, moment by moment? The rest is dimmed.</source>
        <translation>Worauf wartete die Wandzeit, Moment für Moment? Der Rest wird abgeblendet.</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>What it would gain if only the last rank had come in time</source>
        <translation>Was sie gewönne, wäre nur der letzte Rang rechtzeitig gekommen</translation>
    </message>
    <message>
        <source>What its collectives would gain had it alone come in time</source>
        <translation>Was seine Kollektivoperationen gewönnen, wäre er allein rechtzeitig gekommen</translation>
    </message>
    <message>
        <source>What makes the reference&apos;s time of this clock; 0 where none is known</source>
        <translation>Was aus dieser Uhr die Zeit der Referenz macht; 0, wo es nicht bekannt ist</translation>
    </message>
    <message>
        <source>What makes the time of the rank it was measured against</source>
        <translation>Was die Zeit des Rangs ergibt, gegen den gemessen wurde</translation>
    </message>
    <message>
        <source>What the wall time was spent in</source>
        <translation>Womit die Wandzeit verbracht wurde</translation>
    </message>
    <message>
        <source>What the worst 3 % of the ranks cause, at least one: near 100 a few bad ranks, near 3 none</source>
        <translation>Was die schlechtesten 3 % der Ränge verursachen, mindestens einer: nahe 100 wenige schlechte Ränge, nahe 3 keiner</translation>
    </message>
    <message>
        <source>What would a change save?</source>
        <translation>Was würde eine Änderung sparen?</translation>
    </message>
    <message>
        <source>Which of the annotations of that name, counted from 0</source>
        <translation>Welche der Annotationen dieses Namens, ab 0 gezählt</translation>
    </message>
    <message>
        <source>Who owned the wall time</source>
        <translation>Wem die Wandzeit gehörte</translation>
    </message>
    <message>
        <source>Who the others wait for</source>
        <translation>Auf wen die anderen warten</translation>
    </message>
    <message>
        <source>Without drift the measured offset is not larger: nobody leaves a collective before the last has come</source>
        <translation>Ohne Drift ist der gemessene Versatz nicht größer: Niemand verlässt eine Kollektivoperation, bevor der Letzte gekommen ist</translation>
    </message>
    <message>
        <source>Without drift the measured offset is not smaller: nobody leaves a collective before the last has come</source>
        <translation>Ohne Drift ist der gemessene Versatz nicht kleiner: Niemand verlässt eine Kollektivoperation, bevor der Letzte gekommen ist</translation>
    </message>
    <message>
        <source>Worst 3 %</source>
        <translation>Schlechteste 3 %</translation>
    </message>
    <message>
        <source>Worst rank</source>
        <translation>Schlechtester Rang</translation>
    </message>
    <message>
        <source>Worst rank&apos;s share</source>
        <translation>Anteil des schlechtesten Rangs</translation>
    </message>
    <message>
        <source>aligned, in-step and reference compare with each other; of the others no clock is known</source>
        <translation>abgeglichen, im Takt und Referenz sind miteinander vergleichbar; von den anderen ist keine Uhr bekannt</translation>
    </message>
    <message>
        <source>aligned</source>
        <translation>abgeglichen</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>allein</translation>
    </message>
    <message>
        <source>comms-id</source>
        <translation>Comms Id</translation>
    </message>
    <message>
        <source>drift-implausible</source>
        <translation>Drift unglaubhaft</translation>
    </message>
    <message>
        <source>few</source>
        <translation>zu wenige</translation>
    </message>
    <message>
        <source>in-step</source>
        <translation>im Takt</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>realigned</source>
        <translation>neu zugeordnet</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>seq</source>
        <translation>Seq</translation>
    </message>
    <message>
        <source>unmatched</source>
        <translation>nicht zugeordnet</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>schlechter</translation>
    </message>
    <message>
        <source>% of collectives</source>
        <translation>% der Kollektivoperationen</translation>
    </message>
    <message>
        <source>% of one direction</source>
        <translation>% einer Richtung</translation>
    </message>
    <message>
        <source>% of the speed that the device allows</source>
        <translation>% des Tempos, das das Gerät erlaubt</translation>
    </message>
    <message>
        <source>% of the step&apos;s work</source>
        <translation>% der Arbeit des Schritts</translation>
    </message>
    <message>
        <source>% of the sum of all GPU work</source>
        <translation>% der Summe aller GPU-Arbeit</translation>
    </message>
    <message>
        <source>% of the wall time in control</source>
        <translation>% der Wandzeit der Kontrolle</translation>
    </message>
    <message>
        <source>% of what the peaks allow in the wall time</source>
        <translation>% dessen, was die Spitzenwerte in der Gesamtzeit erlauben</translation>
    </message>
    <message>
        <source>Above roofline</source>
        <translation>Über der Dachlinie</translation>
    </message>
    <message>
        <source>Algorithm bandwidth</source>
        <translation>Algorithmusbandbreite</translation>
    </message>
    <message>
        <source>All arrows</source>
        <translation>Alle Pfeile</translation>
    </message>
    <message>
        <source>Bandwidth by size of the message</source>
        <translation>Bandbreite nach Größe der Nachricht</translation>
    </message>
    <message>
        <source>Before recording</source>
        <translation>Vor der Aufzeichnung</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>Bus bandwidth</source>
        <translation>Busbandbreite</translation>
    </message>
    <message>
        <source>By count</source>
        <translation>Durch Anzahl</translation>
    </message>
    <message>
        <source>By price</source>
        <translation>Durch Preis</translation>
    </message>
    <message>
        <source>Bytes of one call, in 2^20</source>
        <translation>Bytes eines Aufrufs, in 2^20</translation>
    </message>
    <message>
        <source>Bytes of the messages by the latencies</source>
        <translation>Bytes der Nachrichten durch die Latenzen</translation>
    </message>
    <message>
        <source>Bytes over kernel time, in 10^12 a second</source>
        <translation>Bytes durch Kernelzeit, in 10^12 je Sekunde</translation>
    </message>
    <message>
        <source>COMPUTE_BOUND</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>CONV_bwd</source>
        <translation>Faltung rückwärts</translation>
    </message>
    <message>
        <source>CONV_fwd</source>
        <translation>Faltung vorwärts</translation>
    </message>
    <message>
        <source>Calls of matrix products, convolutions and attention</source>
        <translation>Aufrufe von Matrixprodukten, Faltungen und Attention</translation>
    </message>
    <message>
        <source>Came first</source>
        <translation>Kam zuerst</translation>
    </message>
    <message>
        <source>Causal left out</source>
        <translation>Kausal weggelassen</translation>
    </message>
    <message>
        <source>Chance of such a shift by accident (test of Mann and Whitney)</source>
        <translation>Wahrscheinlichkeit einer solchen Verschiebung durch Zufall (Test von Mann und Whitney)</translation>
    </message>
    <message>
        <source>Collectives and their bandwidth</source>
        <translation>Kollektivoperationen und ihre Bandbreite</translation>
    </message>
    <message>
        <source>Collectives by kind, size and type</source>
        <translation>Kollektivoperationen nach Art, Größe und Typ</translation>
    </message>
    <message>
        <source>Collectives in which its run was the longest</source>
        <translation>Kollektivoperationen, in denen sein Lauf der längste war</translation>
    </message>
    <message>
        <source>Collectives in which its run was the shortest and others waited</source>
        <translation>Kollektivoperationen, in denen sein Lauf der kürzeste war und andere warteten</translation>
    </message>
    <message>
        <source>Collectives of other groups</source>
        <translation>Kollektive anderer Gruppen</translation>
    </message>
    <message>
        <source>Collectives of the same group</source>
        <translation>Kollektive derselben Gruppe</translation>
    </message>
    <message>
        <source>Communication by rank</source>
        <translation>Kommunikation nach Rang</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>Verglichen mit</translation>
    </message>
    <message>
        <source>Control</source>
        <translation>Kontrolle</translation>
    </message>
    <message>
        <source>Control calls</source>
        <translation>Aufrufe Kontrolle</translation>
    </message>
    <message>
        <source>Control median</source>
        <translation>Median Kontrolle</translation>
    </message>
    <message>
        <source>Control time</source>
        <translation>Zeit Kontrolle</translation>
    </message>
    <message>
        <source>Draw every link of the path (in hta mode every edge of the graph), where other events stay</source>
        <translation>Jedes Glied des Pfads zeichnen (im Modus hta jede Kante des Graphen), wo andere Ereignisse bleiben</translation>
    </message>
    <message>
        <source>Each collective, and who came last</source>
        <translation>Jede Kollektivoperation, und wer zuletzt kam</translation>
    </message>
    <message>
        <source>Each input of one call once, each output once</source>
        <translation>Jede Eingabe eines Aufrufs einmal, jede Ausgabe einmal</translation>
    </message>
    <message>
        <source>Each input once, each output once</source>
        <translation>Jede Eingabe einmal, jede Ausgabe einmal</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>Elementtyp</translation>
    </message>
    <message>
        <source>Elements in</source>
        <translation>Elemente hinein</translation>
    </message>
    <message>
        <source>Elements out</source>
        <translation>Elemente heraus</translation>
    </message>
    <message>
        <source>Estimated saving</source>
        <translation>Geschätzte Ersparnis</translation>
    </message>
    <message>
        <source>Floating-point operations of matrix products, convolutions and attention</source>
        <translation>Gleitkommaoperationen von Matrixprodukten, Faltungen und Attention</translation>
    </message>
    <message>
        <source>Floating-point operations of one call, of the direct algorithm</source>
        <translation>Gleitkommaoperationen eines Aufrufs nach dem direkten Verfahren</translation>
    </message>
    <message>
        <source>Floating-point operations that the model needs for one step, for an MFU of your own; 0: not known</source>
        <translation>Gleitkommaoperationen, die das Modell für einen Schritt braucht, für eine eigene MFU; 0: nicht bekannt</translation>
    </message>
    <message>
        <source>Floating-point operations, of the direct algorithm</source>
        <translation>Gleitkommaoperationen nach dem direkten Verfahren</translation>
    </message>
    <message>
        <source>From control to test, part by part</source>
        <translation>Von der Kontrolle zum Test, Teil für Teil</translation>
    </message>
    <message>
        <source>From the first end to the last, clocks aligned; mean</source>
        <translation>Vom ersten Ende zum letzten, Uhren abgeglichen; Mittel</translation>
    </message>
    <message>
        <source>From the first start to the last, clocks aligned</source>
        <translation>Vom ersten Anfang zum letzten, Uhren abgeglichen</translation>
    </message>
    <message>
        <source>From the first start to the last, clocks aligned; mean</source>
        <translation>Vom ersten Anfang zum letzten, Uhren abgeglichen; Mittel</translation>
    </message>
    <message>
        <source>From the shortest to the longest run</source>
        <translation>Vom kürzesten zum längsten Lauf</translation>
    </message>
    <message>
        <source>From the shortest to the longest run of the ranks</source>
        <translation>Vom kürzesten zum längsten Lauf der Ränge</translation>
    </message>
    <message>
        <source>GB/s that the device&apos;s memory reaches at most; 0: as its vendor says</source>
        <translation>GB/s, die der Speicher des Geräts höchstens erreicht; 0: wie der Hersteller sagt</translation>
    </message>
    <message>
        <source>GEMM</source>
        <translation>GEMM</translation>
    </message>
    <message>
        <source>GFLOP</source>
        <translation>GFLOP</translation>
    </message>
    <message>
        <source>GPU time by kind of op</source>
        <translation>GPU-Zeit nach Art des Ops</translation>
    </message>
    <message>
        <source>Greatest shift</source>
        <translation>Größte Verschiebung</translation>
    </message>
    <message>
        <source>Group size</source>
        <translation>Gruppengröße</translation>
    </message>
    <message>
        <source>Group size from</source>
        <translation>Gruppengröße aus</translation>
    </message>
    <message>
        <source>HFU</source>
        <translation>HFU</translation>
    </message>
    <message>
        <source>Hardware FLOPs utilization: with recomputed calls</source>
        <translation>Hardware FLOPs Utilization: mit neu berechneten Aufrufen</translation>
    </message>
    <message>
        <source>Held against</source>
        <translation>Gemessen an</translation>
    </message>
    <message>
        <source>How fast are the collectives, for their size and for the link?</source>
        <translation>Wie schnell sind die Kollektivoperationen, für ihre Größe und für die Verbindung?</translation>
    </message>
    <message>
        <source>How fast could it be?</source>
        <translation>Wie schnell könnte es sein?</translation>
    </message>
    <message>
        <source>How long the others wait for each rank</source>
        <translation>Wie lange die anderen auf jeden Rang warten</translation>
    </message>
    <message>
        <source>How much later its recording began; of a group&apos;s first collective only</source>
        <translation>Wie viel später seine Aufzeichnung begann; nur beim ersten Kollektiv einer Gruppe</translation>
    </message>
    <message>
        <source>How much of the GPU each step uses</source>
        <translation>Wie viel der GPU jeder Schritt nutzt</translation>
    </message>
    <message>
        <source>How near each op comes to what the GPU can do</source>
        <translation>Wie nah jedes Op an das kommt, was die GPU kann</translation>
    </message>
    <message>
        <source>Idle time of devices by cause</source>
        <translation>Leerlauf der Geräte nach Ursache</translation>
    </message>
    <message>
        <source>In the switch: fewer bytes cross the link than the bus bandwidth assumes</source>
        <translation>Im Switch: Über die Verbindung gehen weniger Bytes, als die Busbandbreite annimmt</translation>
    </message>
    <message>
        <source>In the window that stands for the control: that of the median wall time</source>
        <translation>Im Fenster, das für die Kontrolle steht: dem mit dem Median der Wandzeit</translation>
    </message>
    <message>
        <source>In the window that stands for the test: that of the median wall time</source>
        <translation>Im Fenster, das für den Test steht: dem mit dem Median der Wandzeit</translation>
    </message>
    <message>
        <source>Its collectives of this group overlap; less than nothing</source>
        <translation>Seine Kollektive dieser Gruppe überlappen sich; weniger als nichts</translation>
    </message>
    <message>
        <source>Its part of the time; where several run, each has an even part</source>
        <translation>Sein Anteil an der Zeit; wo mehrere laufen, hat jeder den gleichen</translation>
    </message>
    <message>
        <source>Kernel time minus the shortest time that the device&apos;s peaks allow</source>
        <translation>Kernelzeit minus die kürzeste Zeit, die die Spitzenwerte des Geräts erlauben</translation>
    </message>
    <message>
        <source>Kernel time of the matrix calls</source>
        <translation>Kernelzeit der Matrixaufrufe</translation>
    </message>
    <message>
        <source>Kernels and the ops whose work they do</source>
        <translation>Kernel und die Ops, deren Arbeit sie tun</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Bekannt</translation>
    </message>
    <message>
        <source>Largest latency</source>
        <translation>Größte Latenz</translation>
    </message>
    <message>
        <source>Largest skew</source>
        <translation>Größter Versatz</translation>
    </message>
    <message>
        <source>Late by</source>
        <translation>Verspätung</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Least latency</source>
        <translation>Kleinste Latenz</translation>
    </message>
    <message>
        <source>Least shift</source>
        <translation>Kleinste Verschiebung</translation>
    </message>
    <message>
        <source>Least traffic</source>
        <translation>Mindestverkehr</translation>
    </message>
    <message>
        <source>Leave out complete events that are not on the path, but for annotations and Python functions</source>
        <translation>Vollständige Ereignisse weglassen, die nicht auf dem Pfad liegen, außer Annotationen und Python-Funktionen</translation>
    </message>
    <message>
        <source>Link share</source>
        <translation>Anteil der Verbindung</translation>
    </message>
    <message>
        <source>MEMORY_BOUND</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>MFU as given</source>
        <translation>MFU wie angegeben</translation>
    </message>
    <message>
        <source>MFU of the operations that were given for a step</source>
        <translation>MFU der Operationen, die für einen Schritt angegeben wurden</translation>
    </message>
    <message>
        <source>Main reason</source>
        <translation>Hauptgrund</translation>
    </message>
    <message>
        <source>Matched</source>
        <translation>Zugeordnet</translation>
    </message>
    <message>
        <source>Matrix calls</source>
        <translation>Matrixaufrufe</translation>
    </message>
    <message>
        <source>Matrix operations</source>
        <translation>Matrixoperationen</translation>
    </message>
    <message>
        <source>Matrix operations of the forward pass that the backward pass does again</source>
        <translation>Matrixoperationen des Vorwärtsdurchlaufs, die der Rückwärtsdurchlauf noch einmal tut</translation>
    </message>
    <message>
        <source>Matrix operations over matrix time, in 10^12 a second</source>
        <translation>Matrixoperationen durch Matrixzeit, in 10^12 je Sekunde</translation>
    </message>
    <message>
        <source>Matrix operations over wall time, in 10^12 a second</source>
        <translation>Matrixoperationen durch Gesamtzeit, in 10^12 je Sekunde</translation>
    </message>
    <message>
        <source>Matrix time</source>
        <translation>Matrixzeit</translation>
    </message>
    <message>
        <source>Mean latency</source>
        <translation>Mittlere Latenz</translation>
    </message>
    <message>
        <source>Mean skew</source>
        <translation>Mittlerer Versatz</translation>
    </message>
    <message>
        <source>Mean time</source>
        <translation>Mittlere Zeit</translation>
    </message>
    <message>
        <source>Median of the differences of all windows</source>
        <translation>Median der Unterschiede aller Fenster</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>MiB moved</source>
        <translation>MiB bewegt</translation>
    </message>
    <message>
        <source>Model FLOPs utilization: without recomputed calls</source>
        <translation>Model FLOPs Utilization: ohne neu berechnete Aufrufe</translation>
    </message>
    <message>
        <source>More computation than the other rank</source>
        <translation>Mehr Rechnen als der andere Rang</translation>
    </message>
    <message>
        <source>More copies beside which nothing else ran</source>
        <translation>Mehr Kopien, neben denen nichts anderes lief</translation>
    </message>
    <message>
        <source>More idle time before work of unknown launch</source>
        <translation>Mehr Leerlauf vor Arbeit mit unbekanntem Launch</translation>
    </message>
    <message>
        <source>More idle time between kernels</source>
        <translation>Mehr Leerlauf zwischen Kernels</translation>
    </message>
    <message>
        <source>More idle time that nothing recorded explains</source>
        <translation>Mehr Leerlauf, den nichts Aufgezeichnetes erklärt</translation>
    </message>
    <message>
        <source>More of collectives of other groups beside their waits</source>
        <translation>Mehr Kollektive anderer Gruppen, ohne das Warten darin</translation>
    </message>
    <message>
        <source>More of other collectives of this group</source>
        <translation>Mehr andere Kollektive dieser Gruppe</translation>
    </message>
    <message>
        <source>More of other work beside which nothing else ran</source>
        <translation>Mehr andere Arbeit, neben der nichts anderes lief</translation>
    </message>
    <message>
        <source>More waiting for the host</source>
        <translation>Mehr Warten auf den Host</translation>
    </message>
    <message>
        <source>More waiting in collectives of other groups</source>
        <translation>Mehr Warten in Kollektiven anderer Gruppen</translation>
    </message>
    <message>
        <source>NORM_bwd</source>
        <translation>Norm rückwärts</translation>
    </message>
    <message>
        <source>NORM_fwd</source>
        <translation>Norm vorwärts</translation>
    </message>
    <message>
        <source>Next late</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>No formula</source>
        <translation>Ohne Formel</translation>
    </message>
    <message>
        <source>No op</source>
        <translation>Ohne Op</translation>
    </message>
    <message>
        <source>Not known because</source>
        <translation>Unbekannt, weil</translation>
    </message>
    <message>
        <source>Nothing else</source>
        <translation>Sonst nichts</translation>
    </message>
    <message>
        <source>Of it matrix</source>
        <translation>Davon Matrix</translation>
    </message>
    <message>
        <source>Of one operation</source>
        <translation>Einer Operation</translation>
    </message>
    <message>
        <source>Of one operation, waiting included</source>
        <translation>Einer Operation, Warten eingeschlossen</translation>
    </message>
    <message>
        <source>Of the operations with a size</source>
        <translation>Der Operationen mit einer Größe</translation>
    </message>
    <message>
        <source>Only collectives of the group of this name; empty: all</source>
        <translation>Nur Kollektive der Gruppe dieses Namens; leer: alle</translation>
    </message>
    <message>
        <source>Only collectives of these kinds, as allreduce; none: all</source>
        <translation>Nur Kollektive dieser Arten, etwa allreduce; keine: alle</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Operations of a step</source>
        <translation>Operationen eines Schritts</translation>
    </message>
    <message>
        <source>Operations of one call, in 10^9</source>
        <translation>Operationen eines Aufrufs, in 10^9</translation>
    </message>
    <message>
        <source>Operations of this kind, size and type</source>
        <translation>Operationen dieser Art, Größe und dieses Typs</translation>
    </message>
    <message>
        <source>Operations of which another rank was recorded too</source>
        <translation>Operationen, von denen auch ein anderer Rang aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>Operations over kernel time, in 10^12 a second</source>
        <translation>Operationen durch Kernelzeit, in 10^12 je Sekunde</translation>
    </message>
    <message>
        <source>Other groups</source>
        <translation>Andere Gruppen</translation>
    </message>
    <message>
        <source>Others wait for it most</source>
        <translation>Auf ihn warten andere am meisten</translation>
    </message>
    <message>
        <source>Over all windows of the control</source>
        <translation>Über alle Fenster der Kontrolle</translation>
    </message>
    <message>
        <source>Over all windows of the test</source>
        <translation>Über alle Fenster des Tests</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Peak time</source>
        <translation>Spitzenzeit</translation>
    </message>
    <message>
        <source>Put starts and ends on one clock where it is known; latency, skew and waits need none</source>
        <translation>Anfang und Ende auf eine Uhr bringen, wo sie bekannt ist; Latenz, Versatz und Wartezeiten brauchen keine</translation>
    </message>
    <message>
        <source>Ranks of the group; none where nothing tells</source>
        <translation>Ränge der Gruppe; keine, wo nichts es sagt</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation>Neu berechnet</translation>
    </message>
    <message>
        <source>Recording began later</source>
        <translation>Aufzeichnung begann später</translation>
    </message>
    <message>
        <source>RoPE_fwd</source>
        <translation>RoPE vorwärts</translation>
    </message>
    <message>
        <source>Roofline time</source>
        <translation>Dachlinienzeit</translation>
    </message>
    <message>
        <source>Root rank</source>
        <translation>Ursprungsrang</translation>
    </message>
    <message>
        <source>Rows by</source>
        <translation>Zeilen nach</translation>
    </message>
    <message>
        <source>SDPA_bwd</source>
        <translation>Attention rückwärts</translation>
    </message>
    <message>
        <source>SDPA_fwd</source>
        <translation>Attention vorwärts</translation>
    </message>
    <message>
        <source>Same group</source>
        <translation>Selbe Gruppe</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>Anteil am Spitzenwert</translation>
    </message>
    <message>
        <source>Share of the GPU work, without communication and copies to and from the host, that has a formula</source>
        <translation>Anteil der GPU-Arbeit ohne Kommunikation und Kopien von und zum Host, der eine Formel hat</translation>
    </message>
    <message>
        <source>Share of waits</source>
        <translation>Anteil der Wartezeiten</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Verschiebung</translation>
    </message>
    <message>
        <source>Size from</source>
        <translation>Größe aus</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>Skew of ends</source>
        <translation>Versatz der Enden</translation>
    </message>
    <message>
        <source>Skew of starts</source>
        <translation>Versatz der Anfänge</translation>
    </message>
    <message>
        <source>Step on</source>
        <translation>Schritt auf</translation>
    </message>
    <message>
        <source>Step windows</source>
        <translation>Schrittfenster</translation>
    </message>
    <message>
        <source>Steps of the first trace, or all for the whole of it; none: all that have an end</source>
        <translation>Schritte des ersten Traces oder alle für den ganzen; keine: alle, die ein Ende haben</translation>
    </message>
    <message>
        <source>Steps of the second trace, or all for the whole of it; none: all that have an end</source>
        <translation>Schritte des zweiten Traces oder alle für den ganzen; keine: alle, die ein Ende haben</translation>
    </message>
    <message>
        <source>Sum of the durations of the step&apos;s GPU work</source>
        <translation>Summe der Dauern der GPU-Arbeit des Schritts</translation>
    </message>
    <message>
        <source>Sum of the durations of the work, however it overlaps</source>
        <translation>Summe der Dauern der Arbeit, wie auch immer sie sich überlappt</translation>
    </message>
    <message>
        <source>Sum of the shortest runs; of what is unmatched, of its own</source>
        <translation>Summe der kürzesten Läufe; von nicht Zugeordnetem der eigenen</translation>
    </message>
    <message>
        <source>Sum over the operations, waiting included</source>
        <translation>Summe über die Operationen, Warten eingeschlossen</translation>
    </message>
    <message>
        <source>TB/s</source>
        <translation>TB/s</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>TFLOP/s at work</source>
        <translation>TFLOP/s bei der Arbeit</translation>
    </message>
    <message>
        <source>TFLOP/s that the device reaches at most, as one number or by type (bf16=989.4,fp32=67); 0: as its vendor says</source>
        <translation>TFLOP/s, die das Gerät höchstens erreicht, als eine Zahl oder je Typ (bf16=989.4,fp32=67); 0: wie der Hersteller sagt</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Test calls</source>
        <translation>Aufrufe Test</translation>
    </message>
    <message>
        <source>Test less control</source>
        <translation>Test minus Kontrolle</translation>
    </message>
    <message>
        <source>Test less control; the parts add up to that of the wall time</source>
        <translation>Test minus Kontrolle; die Teile ergeben zusammen den Unterschied der Wandzeit</translation>
    </message>
    <message>
        <source>Test median</source>
        <translation>Median Test</translation>
    </message>
    <message>
        <source>Test time</source>
        <translation>Zeit Test</translation>
    </message>
    <message>
        <source>That a rank gets; derived where it is not recorded</source>
        <translation>Die ein Rang bekommt; abgeleitet, wo es nicht aufgezeichnet ist</translation>
    </message>
    <message>
        <source>That a rank passes</source>
        <translation>Die ein Rang übergibt</translation>
    </message>
    <message>
        <source>That at most have a run of one of them</source>
        <translation>Die höchstens einen Lauf von einer haben</translation>
    </message>
    <message>
        <source>That it caused for this reason</source>
        <translation>Die er aus diesem Grund verursacht hat</translation>
    </message>
    <message>
        <source>That start in the window</source>
        <translation>Die im Fenster beginnen</translation>
    </message>
    <message>
        <source>The lowest of those with the longest run</source>
        <translation>Der niedrigste von denen mit dem längsten Lauf</translation>
    </message>
    <message>
        <source>The middle one of the other ranks by the time since the group&apos;s collective before</source>
        <translation>Der mittlere der anderen Ränge nach der Zeit seit dem vorigen Kollektiv der Gruppe</translation>
    </message>
    <message>
        <source>The part of its shortest run in which that rank computes nothing</source>
        <translation>Der Teil ihres kürzesten Laufs, in dem dieser Rang nichts rechnet</translation>
    </message>
    <message>
        <source>The shortest run of the ranks; of one rank alone its own</source>
        <translation>Der kürzeste Lauf der Ränge; von einem Rang allein sein eigener</translation>
    </message>
    <message>
        <source>The shortest time of one call that the device&apos;s peaks allow</source>
        <translation>Die kürzeste Zeit eines Aufrufs, die die Spitzenwerte des Geräts erlauben</translation>
    </message>
    <message>
        <source>The shortest time that the device&apos;s peaks allow over the kernel time</source>
        <translation>Die kürzeste Zeit, die die Spitzenwerte des Geräts erlauben, durch die Kernelzeit</translation>
    </message>
    <message>
        <source>The trace with the events of its critical path marked and joined by arrows that say what a link was</source>
        <translation>Der Trace, in dem die Ereignisse seines kritischen Pfads markiert und mit Pfeilen verbunden sind, die sagen, was ein Glied war</translation>
    </message>
    <message>
        <source>Time in which work of a call runs, summed over calls</source>
        <translation>Zeit, in der Arbeit eines Aufrufs läuft, über die Aufrufe summiert</translation>
    </message>
    <message>
        <source>Time in which work of the step runs</source>
        <translation>Zeit, in der Arbeit des Schritts läuft</translation>
    </message>
    <message>
        <source>Trace with its critical path</source>
        <translation>Trace mit seinem kritischen Pfad</translation>
    </message>
    <message>
        <source>Traffic known</source>
        <translation>Verkehr bekannt</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>Transport</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>Unlinked</source>
        <translation>Ohne Start</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Waits elsewhere</source>
        <translation>Warten anderswo</translation>
    </message>
    <message>
        <source>Waits for that</source>
        <translation>Wartezeit deswegen</translation>
    </message>
    <message>
        <source>Waits rooted</source>
        <translation>Ursprüngliche Wartezeit</translation>
    </message>
    <message>
        <source>Waits that it caused in the end: those charged to ranks that only waited for it in another group count here, not there</source>
        <translation>Wartezeit, die er letztlich verursacht hat: was Rängen angelastet ist, die in einer anderen Gruppe nur auf ihn gewartet haben, zählt hier und nicht dort</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>Wasserfall</translation>
    </message>
    <message>
        <source>What a rank passes; of an all-gather the whole result, of a reduce-scatter all that goes in</source>
        <translation>Was ein Rang übergibt; von einem All-gather das ganze Ergebnis, von einem Reduce-scatter alles, was hineingeht</translation>
    </message>
    <message>
        <source>What calls of one row have in common: name and shapes, the name, or the kind of op</source>
        <translation>Was Aufrufe einer Zeile gemeinsam haben: Name und Formen, den Namen oder die Art des Ops</translation>
    </message>
    <message>
        <source>What causal attention would add if all pairs counted</source>
        <translation>Was kausale Attention hinzufügte, wenn alle Paare zählten</translation>
    </message>
    <message>
        <source>What crosses the link of each rank, by the latencies: comparable between kinds and numbers of ranks</source>
        <translation>Was über die Verbindung jedes Rangs geht, durch die Latenzen: vergleichbar zwischen Arten und Zahlen von Rängen</translation>
    </message>
    <message>
        <source>What it took longer for most; none where nothing tells</source>
        <translation>Wofür er am meisten länger gebraucht hat; leer, wo nichts es sagt</translation>
    </message>
    <message>
        <source>What longer or shorter calls make of it</source>
        <translation>Was längere oder kürzere Aufrufe davon ausmachen</translation>
    </message>
    <message>
        <source>What makes the difference</source>
        <translation>Was den Unterschied ausmacht</translation>
    </message>
    <message>
        <source>What more or fewer calls make of it</source>
        <translation>Was mehr oder weniger Aufrufe davon ausmachen</translation>
    </message>
    <message>
        <source>What runs are longer than the shortest of their collective</source>
        <translation>Was Läufe länger sind als der kürzeste ihrer Kollektivoperation</translation>
    </message>
    <message>
        <source>What the last rank took longer than that one since the group&apos;s collective before; the columns that follow add up to it</source>
        <translation>Was der letzte Rang seit dem vorigen Kollektiv der Gruppe länger gebraucht hat als dieser; die Spalten danach ergeben zusammen diesen Wert</translation>
    </message>
    <message>
        <source>What the matrix operations would take at the device&apos;s peaks</source>
        <translation>Was die Matrixoperationen bei den Spitzenwerten des Geräts brauchten</translation>
    </message>
    <message>
        <source>What was not recorded</source>
        <translation>Was nicht aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>Where a step begins and ends: with its annotation on the host, or with its first work on the GPU</source>
        <translation>Wo ein Schritt beginnt und endet: mit seiner Markierung auf dem Host oder mit seiner ersten Arbeit auf der GPU</translation>
    </message>
    <message>
        <source>Where all ranks share a host and their devices are known</source>
        <translation>Wo alle Ränge auf einem Host laufen und ihre Geräte bekannt sind</translation>
    </message>
    <message>
        <source>Where does the time go that one step takes longer than another?</source>
        <translation>Wo bleibt die Zeit, die ein Schritt länger dauert als ein anderer?</translation>
    </message>
    <message>
        <source>Where the number of ranks was found</source>
        <translation>Wo die Zahl der Ränge gefunden wurde</translation>
    </message>
    <message>
        <source>Where the size of the message was found</source>
        <translation>Wo die Größe der Nachricht gefunden wurde</translation>
    </message>
    <message>
        <source>Whether the windows of the sides differ by more than those of one side do</source>
        <translation>Ob sich die Fenster der Seiten stärker unterscheiden als die einer Seite untereinander</translation>
    </message>
    <message>
        <source>Which kernels make it</source>
        <translation>Welche Kernel ihn ausmachen</translation>
    </message>
    <message>
        <source>While nothing runs on a device: what did the host do, or what did the device wait for?</source>
        <translation>Während auf einem Gerät nichts läuft: Was tat der Host, oder worauf wartete das Gerät?</translation>
    </message>
    <message>
        <source>Who would then have been last; the lowest of several</source>
        <translation>Wer dann der letzte gewesen wäre; von mehreren der niedrigste</translation>
    </message>
    <message>
        <source>Whom do the others wait for in collectives, how long, and why?</source>
        <translation>Auf wen warten die anderen in Kollektivoperationen, wie lange und warum?</translation>
    </message>
    <message>
        <source>Whom the last rank had itself waited for in another group, and so on to the end; else the last rank</source>
        <translation>Auf wen der letzte Rang selbst in einer anderen Gruppe gewartet hatte, und so fort bis zum Ende; sonst der letzte Rang</translation>
    </message>
    <message>
        <source>Why it was late, where that caused most waits; none where nothing tells</source>
        <translation>Warum er zu spät kam, wo das am meisten Wartezeit verursacht hat; leer, wo nichts es sagt</translation>
    </message>
    <message>
        <source>Why no bandwidth</source>
        <translation>Warum keine Bandbreite</translation>
    </message>
    <message>
        <source>With 95 % confidence the true shift is not less</source>
        <translation>Mit 95 % Sicherheit ist die wahre Verschiebung nicht kleiner</translation>
    </message>
    <message>
        <source>With 95 % confidence the true shift is not more</source>
        <translation>Mit 95 % Sicherheit ist die wahre Verschiebung nicht größer</translation>
    </message>
    <message>
        <source>With formula</source>
        <translation>Mit Formel</translation>
    </message>
    <message>
        <source>Work of matrix calls</source>
        <translation>Arbeit von Matrixaufrufen</translation>
    </message>
    <message>
        <source>Work of ops whose operations and bytes are not known</source>
        <translation>Arbeit von Ops, deren Operationen und Bytes nicht bekannt sind</translation>
    </message>
    <message>
        <source>Work that a CUDA graph replays: it has no op</source>
        <translation>Arbeit, die ein CUDA-Graph abspielt: Sie hat kein Op</translation>
    </message>
    <message>
        <source>Work that was launched outside of any op</source>
        <translation>Arbeit, die außerhalb jedes Ops gestartet wurde</translation>
    </message>
    <message>
        <source>Work whose launch is not in the file</source>
        <translation>Arbeit, deren Start nicht in der Datei steht</translation>
    </message>
    <message>
        <source>Work whose operations or bytes are known</source>
        <translation>Arbeit, deren Operationen oder Bytes bekannt sind</translation>
    </message>
    <message>
        <source>c10d op</source>
        <translation>Op von c10d</translation>
    </message>
    <message>
        <source>cat</source>
        <translation>Verkettung</translation>
    </message>
    <message>
        <source>category</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>elementweise</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>foreach</source>
        <translation>foreach</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>gpu: from the first work of a step to that of the next; host: as the annotation on the host</source>
        <translation>GPU: von der ersten Arbeit eines Schritts bis zu der des nächsten; Host: wie die Annotation auf dem Host</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>group size not known</source>
        <translation>Gruppengröße nicht bekannt</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>host_copy</source>
        <translation>Kopie von oder zum Host</translation>
    </message>
    <message>
        <source>in-switch</source>
        <translation>im Switch</translation>
    </message>
    <message>
        <source>kind not known</source>
        <translation>Art nicht bekannt</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>länger</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>no message</source>
        <translation>keine Nachricht</translation>
    </message>
    <message>
        <source>no-formula</source>
        <translation>keine Formel</translation>
    </message>
    <message>
        <source>no-lengths</source>
        <translation>Längen unbekannt</translation>
    </message>
    <message>
        <source>no-list-type</source>
        <translation>Typ der Liste unbekannt</translation>
    </message>
    <message>
        <source>no-op</source>
        <translation>ohne Op</translation>
    </message>
    <message>
        <source>no-routing</source>
        <translation>Zuteilung unbekannt</translation>
    </message>
    <message>
        <source>no-types</source>
        <translation>keine Typen</translation>
    </message>
    <message>
        <source>no-values</source>
        <translation>keine Werte</translation>
    </message>
    <message>
        <source>one window a side</source>
        <translation>ein Fenster je Seite</translation>
    </message>
    <message>
        <source>op input</source>
        <translation>Eingabe der Op</translation>
    </message>
    <message>
        <source>pool_bwd</source>
        <translation>Pooling rückwärts</translation>
    </message>
    <message>
        <source>pool_fwd</source>
        <translation>Pooling vorwärts</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>record_param_comms</source>
        <translation>record_param_comms</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>reduce</source>
        <translation>Reduktion</translation>
    </message>
    <message>
        <source>several-kernels</source>
        <translation>mehrere Kernel</translation>
    </message>
    <message>
        <source>shorter</source>
        <translation>kürzer</translation>
    </message>
    <message>
        <source>size not recorded</source>
        <translation>Größe nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>sliding-window</source>
        <translation>gleitendes Fenster</translation>
    </message>
    <message>
        <source>softmax_bwd</source>
        <translation>Softmax rückwärts</translation>
    </message>
    <message>
        <source>softmax_fwd</source>
        <translation>Softmax vorwärts</translation>
    </message>
    <message>
        <source>too few windows</source>
        <translation>zu wenige Fenster</translation>
    </message>
    <message>
        <source>triton</source>
        <translation>Triton</translation>
    </message>
    <message>
        <source>type not recorded</source>
        <translation>Typ nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>unlinked</source>
        <translation>ohne Start</translation>
    </message>
    <message>
        <source>upsample</source>
        <translation>Hochskalieren</translation>
    </message>
    <message>
        <source>vector</source>
        <translation>Vektor</translation>
    </message>
    <message>
        <source>within noise</source>
        <translation>im Rauschen</translation>
    </message>
    <message>
        <source>world_size</source>
        <translation>world_size</translation>
    </message>
    <message>
        <source>% of the new wall time</source>
        <translation>% der neuen Wandzeit</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>Kritisch</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Then, share</source>
        <translation>Anteil danach</translation>
    </message>
    <message>
        <source>Time on the critical path of the recording</source>
        <translation>Zeit auf dem kritischen Pfad der Aufnahme</translation>
    </message>
    <message>
        <source>Time on the critical path of the replay with the change</source>
        <translation>Zeit auf dem kritischen Pfad, wie mit der Änderung nachgespielt</translation>
    </message>
    <message>
        <source>What is critical then</source>
        <translation>Was danach kritisch ist</translation>
    </message>
    <message>
        <source>In collectives: which rank waits, how long, and for whom?</source>
        <translation>In Kollektivoperationen: welcher Rang wartet, wie lange und auf wen?</translation>
    </message>
    <message>
        <source>Waiting in other communication</source>
        <translation>Warten in anderer Kommunikation</translation>
    </message>
    <message>
        <source>What each rank does in each step, and how long others wait for it</source>
        <translation>Was jeder Rang in jedem Schritt tut und wie lange andere auf ihn warten</translation>
    </message>
    <message>
        <source>What each rank does in each step</source>
        <translation>Was jeder Rang in jedem Schritt tut</translation>
    </message>
    <message>
        <source>How long the others wait for each rank in each step, and how long it waits itself</source>
        <translation>Wie lange die anderen in jedem Schritt auf jeden Rang warten und wie lange er selbst wartet</translation>
    </message>
    <message>
        <source>Rank steps</source>
        <translation>Schritte der Ränge</translation>
    </message>
    <message>
        <source>% of what the peaks allow</source>
        <translation>% dessen, was die Spitzenwerte erlauben</translation>
    </message>
    <message>
        <source>Model FLOPs utilization: what the matrix work would take at the device&apos;s peaks by the recorded shapes, over the wall time (efficiency); empty where it is not known</source>
        <translation>Model FLOPs Utilization: was die Matrixarbeit nach den aufgezeichneten Formen bei den Spitzenwerten des Geräts bräuchte, geteilt durch die Wandzeit (Effizienz); leer, wo sie nicht bekannt ist</translation>
    </message>
    <message>
        <source>The shortest time that the device&apos;s peaks allow for the recorded shapes, over the time taken (efficiency); empty where that is known of less than half of the time</source>
        <translation>Die kürzeste Zeit, die die Spitzenwerte des Geräts bei den aufgezeichneten Formen erlauben, geteilt durch die gebrauchte Zeit (Effizienz); leer, wo das für weniger als die Hälfte der Zeit bekannt ist</translation>
    </message>
    <message>
        <source>no-result</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>own_formula</source>
        <translation>eigene Formel</translation>
    </message>
    <message>
        <source>Collectives of other groups beside their waits</source>
        <translation>Kollektive anderer Gruppen ohne ihr Warten</translation>
    </message>
    <message>
        <source>Copies beside which nothing else ran</source>
        <translation>Kopien, neben denen sonst nichts lief</translation>
    </message>
    <message>
        <source>From the first event of all ranks to its own; of a group&apos;s first collective only</source>
        <translation>Vom ersten Ereignis aller Ränge bis zu seinem eigenen; nur vor dem ersten Kollektiv einer Gruppe</translation>
    </message>
    <message>
        <source>Idle time before work of unknown launch</source>
        <translation>Leerlauf vor Arbeit mit unbekanntem Launch</translation>
    </message>
    <message>
        <source>Idle time between kernels</source>
        <translation>Leerlauf zwischen Kerneln</translation>
    </message>
    <message>
        <source>Idle time that nothing recorded explains</source>
        <translation>Leerlauf, den nichts Aufgezeichnetes erklärt</translation>
    </message>
    <message>
        <source>Its computation</source>
        <translation>Seine Berechnung</translation>
    </message>
    <message>
        <source>Its time since the group&apos;s collective before; the columns that follow add up to it</source>
        <translation>Seine Zeit seit dem vorigen Kollektiv der Gruppe; die folgenden Spalten ergeben sie zusammen</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>Vorlauf</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Vorläufe</translation>
    </message>
    <message>
        <source>Other collectives of this group</source>
        <translation>Andere Kollektive dieser Gruppe</translation>
    </message>
    <message>
        <source>Other work beside which nothing else ran</source>
        <translation>Andere Arbeit, neben der sonst nichts lief</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Waiting in collectives of other groups</source>
        <translation>Warten in Kollektiven anderer Gruppen</translation>
    </message>
    <message>
        <source>What the late rank did, and the rank that it is compared with</source>
        <translation>Was der späte Rang tat, und der, mit dem er verglichen wird</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>verglichen</translation>
    </message>
    <message>
        <source>late</source>
        <translation>spät</translation>
    </message>
    <message>
        <source>blocking-launches</source>
        <translation>blockierende Launches</translation>
    </message>
    <message>
        <source>Estimated bandwidth</source>
        <translation>Geschätzte Bandbreite</translation>
    </message>
    <message>
        <source>Estimated traffic</source>
        <translation>Geschätzter Verkehr</translation>
    </message>
    <message>
        <source>Op of the allocation that reached the peak, however little it asked for</source>
        <translation>Op der Anforderung, die den Höhepunkt erreichte, so wenig sie auch anforderte</translation>
    </message>
    <message>
        <source>Sum over the annotations, also of those that run at once</source>
        <translation>Summe über die Annotationen, auch solche, die gleichzeitig laufen</translation>
    </message>
    <message>
        <source>Covered by communication; what runs at once counts once</source>
        <translation>Von Kommunikation bedeckt; gleichzeitig Laufendes zählt einmal</translation>
    </message>
    <message>
        <source>Summed over its operations, waiting and what runs at once included</source>
        <translation>Summe über seine Operationen, mit Warten und gleichzeitig Laufendem</translation>
    </message>
    <message>
        <source>gpu-models-differ</source>
        <translation>Verschiedene GPU-Modelle</translation>
    </message>
    <message>
        <source>Estimated saving of each change</source>
        <translation>Geschätzte Ersparnis je Änderung</translation>
    </message>
    <message>
        <source>Estimated saving of each change in each step</source>
        <translation>Geschätzte Ersparnis je Änderung und Schritt</translation>
    </message>
    <message>
        <source>What the trace, replayed with the cure that the sentence names first and nothing else, would take less: savings do not add up. Empty for none, where another finding has it, and where a time range is chosen</source>
        <translation>Wie viel weniger der Trace bräuchte, mit der im Satz zuerst genannten Änderung allein nachgespielt: Ersparnisse lassen sich nicht zusammenzählen. Leer, wo es keine gibt, wo ein anderer Befund sie nennt und wo ein Zeitbereich gewählt ist</translation>
    </message>
    <message>
        <source>% of the time from step to step</source>
        <translation>% der Zeit von Schritt zu Schritt</translation>
    </message>
    <message>
        <source>As recorded, from when the step before is complete, its annotation and its GPU work, until this one is; of the first step from its own beginning</source>
        <translation>Wie aufgezeichnet, von da an, wo der Schritt davor fertig ist, seine Annotation und seine GPU-Arbeit, bis dieser es ist; beim ersten ab seinem eigenen Beginn</translation>
    </message>
    <message>
        <source>From the beginning to the end of the step&apos;s annotation</source>
        <translation>Vom Beginn bis zum Ende der Annotation des Schritts</translation>
    </message>
    <message>
        <source>From the first to the last GPU work in view; of chosen steps from the beginning of each to its end or that of its GPU work, whichever is later</source>
        <translation>Von der ersten bis zur letzten GPU-Arbeit im Blick; bei gewählten Schritten vom Beginn jedes bis zu seinem Ende oder dem seiner GPU-Arbeit, je nachdem, was später ist</translation>
    </message>
    <message>
        <source>From where to where a step counts, as the parameters say</source>
        <translation>Von wo bis wo ein Schritt zählt, wie die Parameter sagen</translation>
    </message>
    <message>
        <source>GPU time by category, compiled or not</source>
        <translation>GPU-Zeit nach Kategorie, kompiliert oder nicht</translation>
    </message>
    <message>
        <source>Gain at most</source>
        <translation>Gewinn höchstens</translation>
    </message>
    <message>
        <source>New step-to-step</source>
        <translation>Neu, Schritt zu Schritt</translation>
    </message>
    <message>
        <source>Step-to-step</source>
        <translation>Schritt zu Schritt</translation>
    </message>
    <message>
        <source>The gain columns say what is saved at most if the work becomes this many times faster</source>
        <translation>Die Gewinnspalten sagen, was höchstens gespart wird, wenn die Arbeit so viel schneller wird</translation>
    </message>
    <message>
        <source>What each step was spent in, to the end of its GPU work</source>
        <translation>Womit jeder Schritt verbracht wurde, bis zum Ende seiner GPU-Arbeit</translation>
    </message>
    <message>
        <source>What it takes less if it becomes so many times faster as the parameters say: work that is not on the critical path gains less, or nothing (what-if)</source>
        <translation>Was es weniger dauert, wenn es um so viel schneller wird, wie die Parameter sagen: Arbeit, die nicht auf dem kritischen Pfad liegt, gewinnt weniger oder nichts (what-if)</translation>
    </message>
    <message>
        <source>What the path leads through: of a step or an annotation from its beginning to its end or that of its GPU work, whichever is later</source>
        <translation>Wodurch der Pfad führt: bei einem Schritt oder einer Annotation vom Beginn bis zum Ende oder dem der GPU-Arbeit, je nachdem, was später ist</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>starts-late</source>
        <translation>späte Starts</translation>
    </message>
    <message>
        <source>Where the ends of the runs let it be told</source>
        <translation>Wo die Enden der Läufe es erkennen lassen</translation>
    </message>
    <message>
        <source>% of what the peaks allow in the GPU time in view</source>
        <translation>% dessen, was die Spitzenwerte in der GPU-Zeit im Blick erlauben</translation>
    </message>
    <message>
        <source>A kernel with this share of the busy GPU time is named; without GPU work, an op or call with this share of the self time of all, and code that was not recorded with this share of the recorded time</source>
        <translation>Ein Kernel mit diesem Anteil der belegten GPU-Zeit wird genannt; ohne GPU-Arbeit eine Op oder ein Aufruf mit diesem Anteil der Eigenzeit aller, und nicht aufgezeichneter Code mit diesem Anteil der aufgezeichneten Zeit</translation>
    </message>
    <message>
        <source>Empty: of all ranks together</source>
        <translation>Leer: für alle Ränge zusammen</translation>
    </message>
    <message>
        <source>How much of the communication is hidden under computation</source>
        <translation>Wie viel der Kommunikation hinter Berechnung verborgen ist</translation>
    </message>
    <message>
        <source>Model FLOPs utilization: what the matrix work would take at the device&apos;s peaks by the recorded shapes, over the GPU time in view, as the row of all in the steps of Efficiency has it; empty where it is not known</source>
        <translation>Model FLOPs Utilization: was die Matrixarbeit bei den Spitzenwerten des Geräts nach den aufgezeichneten Formen bräuchte, bezogen auf die GPU-Zeit im Blick, wie in der Zeile für alle unter den Schritten der Effizienz; leer, wo sie nicht bekannt ist</translation>
    </message>
    <message>
        <source>What the op computes: GEMM is a matrix product, SDPA attention, CONV a convolution, NORM a normalisation; fwd is the forward pass, bwd the backward pass</source>
        <translation>Was die Op berechnet: GEMM ist ein Matrixprodukt, SDPA Attention, CONV eine Faltung, NORM eine Normalisierung; fwd ist der Vorwärts-, bwd der Rückwärtsdurchlauf</translation>
    </message>
    <message>
        <source>launch: the annotation lies around the launch of the kernel; stream: around the kernel, as the profiler drew it on the stream</source>
        <translation>launch: die Annotation liegt um den Launch des Kernels; stream: um den Kernel, wie der Profiler sie auf dem Stream gezeichnet hat</translation>
    </message>
    <message>
        <source>Launch APIs</source>
        <translation>Launch-APIs</translation>
    </message>
    <message>
        <source>cuda_runtime</source>
        <translation>Runtime-Aufruf</translation>
    </message>
    <message>
        <source>gpu_memcpy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>gpu_memset</source>
        <translation>Memset</translation>
    </message>
    <message>
        <source>Ranks that come last in one collective of each group and step</source>
        <translation>Ränge, die in einer Kollektivoperation je Gruppe und Schritt zuletzt kommen</translation>
    </message>
    <message>
        <source>cuda_driver</source>
        <translation>Treiberaufruf</translation>
    </message>
    <message>
        <source>merged-ranks</source>
        <translation>Ränge in einer Datei</translation>
    </message>
    <message>
        <source>time of these types</source>
        <translation>Zeit dieser Typen</translation>
    </message>
    <message>
        <source>slipped-names</source>
        <translation>verschobene Namen</translation>
    </message>
    <message>
        <source>A gap may have several causes: the most that one gap has of this one</source>
        <translation>Eine Lücke kann mehrere Ursachen haben: das Meiste, was eine Lücke von dieser hat</translation>
    </message>
    <message>
        <source>Most per gap</source>
        <translation>Meiste je Lücke</translation>
    </message>
    <message>
        <source>Share of work</source>
        <translation>Anteil an der Arbeit</translation>
    </message>
    <message>
        <source>autograd-profiler</source>
        <translation>Autograd-Profiler</translation>
    </message>
    <message>
        <source>base-time</source>
        <translation>Basiszeit</translation>
    </message>
    <message>
        <source>Time that all others waited for it, summed over collectives, also over those in which one waits at once; of several that came last, its part</source>
        <translation>Zeit, die alle anderen auf ihn warteten, summiert über Kollektivoperationen, auch über solche, in denen einer gleichzeitig wartet; von mehreren, die zuletzt kamen, sein Teil</translation>
    </message>
    <message>
        <source>Time that it waited for others in its collectives; in several at once it counts once</source>
        <translation>Zeit, die er in seinen Kollektivoperationen auf andere wartete; in mehreren zugleich zählt sie einmal</translation>
    </message>
    <message>
        <source>As changes</source>
        <translation>Als Änderungen</translation>
    </message>
    <message>
        <source>From one piece of work of the stream to the next; of no length where they touch or overlap</source>
        <translation>Von einer Arbeit des Streams zur nächsten; ohne Länge, wo sie sich berühren oder überlappen</translation>
    </message>
    <message>
        <source>Gaps between the kernels, which fusing would save; chains are listed by it, rank by rank</source>
        <translation>Lücken zwischen den Kerneln, die Verschmelzen sparen würde; danach sind Ketten geordnet, Rang für Rang</translation>
    </message>
    <message>
        <source>Gaps between the kernels, which fusing would save; chains of all ops are listed by it, rank by rank</source>
        <translation>Lücken zwischen den Kerneln, die Verschmelzen sparen würde; danach sind Ketten aller Ops geordnet, Rang für Rang</translation>
    </message>
    <message>
        <source>Host time, GPU work by type or name, work of an op, waiting calls, a chain made one, or what is inside of a name</source>
        <translation>Host-Zeit, GPU-Arbeit nach Art oder Name, Arbeit einer Op, wartende Aufrufe, eine zusammengefasste Kette oder was innerhalb eines Namens ist</translation>
    </message>
    <message>
        <source>How often the op launches the chain; chains of a named op are listed by it, rank by rank</source>
        <translation>Wie oft die Op die Kette startet; danach sind Ketten einer genannten Op geordnet, Rang für Rang</translation>
    </message>
    <message>
        <source>In which nothing runs on the device; those of no length are none</source>
        <translation>In denen nichts auf dem Gerät läuft; solche ohne Länge sind keine</translation>
    </message>
    <message>
        <source>The changes whose saving that is, as What if takes them; empty where nobody can write them</source>
        <translation>Die Änderungen, deren Ersparnis das ist, wie „Was wäre, wenn“ sie nimmt; leer, wo sie niemand schreiben kann</translation>
    </message>
    <message>
        <source>WHAT:TARGET=FACTOR, several with commas between them, taken together: host:op=0.5 (op: a cause, or all), work:compute=0.5 (or elementwise_runs), kernel:NAME=0.5, op:NAME=0.5 (op:NAME[[8,16],[16,8]]: calls of these sizes), wait:CALL=0, fuse:NAME|NAME=1, graph:repeated=1 (or single), in:NAME=0 (no host time inside), keep:NAME=1 (host time inside stays; of both, graph_making: while graphs are made). Empty: usual ones, each alone</source>
        <translation>WHAT:TARGET=FACTOR, mehrere mit Kommas dazwischen, zusammen genommen: host:op=0.5 (op: eine Ursache, oder all), work:compute=0.5 (oder elementwise_runs), kernel:NAME=0.5, op:NAME=0.5 (op:NAME[[8,16],[16,8]]: Aufrufe mit diesen Größen), wait:CALL=0, fuse:NAME|NAME=1, graph:repeated=1 (oder single), in:NAME=0 (keine Host-Zeit darin), keep:NAME=1 (Host-Zeit darin bleibt; bei beiden graph_making: während Graphen gemacht werden). Leer: die üblichen, jede für sich</translation>
    </message>
    <message>
        <source>more-traces-than-ranks</source>
        <translation>mehr Traces als Ränge</translation>
    </message>
    <message>
        <source>% of the memory allocated at the peak</source>
        <translation>% des am Höchststand zugewiesenen Speichers</translation>
    </message>
    <message>
        <source>Allocated and in use at the peak</source>
        <translation>Am Höchststand zugewiesen und belegt</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größte</translation>
    </message>
    <message>
        <source>That are in use at the peak</source>
        <translation>Die am Höchststand belegt sind</translation>
    </message>
    <message>
        <source>The largest of these allocations</source>
        <translation>Die größte dieser Zuweisungen</translation>
    </message>
    <message>
        <source>The outermost op around the allocation</source>
        <translation>Die äußerste Op um die Zuweisung</translation>
    </message>
    <message>
        <source>Who asked for what is held at the peak</source>
        <translation>Wer angefordert hat, was am Höchststand belegt ist</translation>
    </message>
    <message>
        <source>Savings</source>
        <translation>Ersparnisse</translation>
    </message>
    <message>
        <source>What the sentence says of what its cures would save, in few words; empty where it says nothing of that</source>
        <translation>Was der Satz davon sagt, was seine Abhilfen sparen würden, in wenigen Worten; leer, wo er nichts davon sagt</translation>
    </message>
</context>
<context>
    <name>render</name>
    <message>
        <source>%1 has nothing to draw for this trace</source>
        <translation>%1 hat für diesen Trace nichts zu zeichnen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>A chart could not be drawn: %1.</source>
        <translation>Ein Diagramm konnte nicht gezeichnet werden: %1.</translation>
    </message>
</context>
<context>
    <name>rules-file</name>
    <message>
        <source>Rules, line %1: %2</source>
        <translation>Regeln, Zeile %1: %2</translation>
    </message>
    <message>
        <source>no category after INDUCTOR.</source>
        <translation>keine Kategorie nach INDUCTOR.</translation>
    </message>
    <message>
        <source>no regular expression after %1.</source>
        <translation>kein regulärer Ausdruck nach %1.</translation>
    </message>
    <message>
        <source>The rules cannot be read: %1</source>
        <translation>Die Regeln können nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>The rules file %1 is larger than 1 MiB.</source>
        <translation>Die Regeldatei %1 ist größer als 1 MiB.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The system names no folder for settings.</source>
        <translation>Das System nennt keinen Ordner für Einstellungen.</translation>
    </message>
    <message>
        <source>The folder of %1 cannot be made: %2.</source>
        <translation>Der Ordner von %1 kann nicht angelegt werden: %2.</translation>
    </message>
    <message>
        <source>%1 is not COMPUTATION, COMMUNICATION, MEMORY, OTHER, INDUCTOR, LAUNCH, NO-LAUNCH, FORMULA or DEVICE.</source>
        <translation>%1 ist nicht COMPUTATION, COMMUNICATION, MEMORY, OTHER, INDUCTOR, LAUNCH, NO-LAUNCH, FORMULA oder DEVICE.</translation>
    </message>
    <message>
        <source>nothing after %1.</source>
        <translation>nach %1 steht nichts.</translation>
    </message>
</context>
<context>
    <name>run-analysis</name>
    <message>
        <source>The hta mode always looks at the whole trace: %1 and %2 belong to exact mode.</source>
        <translation>Der Modus hta betrachtet immer den ganzen Trace: %1 und %2 gehören zum exakten Modus.</translation>
    </message>
    <message>
        <source>The analysis %1</source>
        <translation>Die Analyse %1</translation>
    </message>
    <message>
        <source>%1 has no parameter %2.</source>
        <translation>%1 hat keinen Parameter %2.</translation>
    </message>
    <message>
        <source>The parameter %1 belongs to %2 hta.</source>
        <translation>Der Parameter %1 gehört zu %2 hta.</translation>
    </message>
    <message>
        <source>The analysis %1 takes %2 input(s), not %3.</source>
        <translation>Die Analyse %1 nimmt %2 Eingabe(n), nicht %3.</translation>
    </message>
    <message>
        <source>HTA has no counterpart of %1: it runs in exact mode only.</source>
        <translation>HTA hat kein Gegenstück zu %1: es läuft nur im exakten Modus.</translation>
    </message>
    <message>
        <source>The analysis %1 runs in hta mode only: %2 hta.</source>
        <translation>Die Analyse %1 läuft nur im Modus hta: %2 hta.</translation>
    </message>
    <message>
        <source>This needs the trace of rank %1; it was at %2. %3</source>
        <translation>Dies braucht den Trace von Rang %1; er lag unter %2. %3</translation>
    </message>
    <message>
        <source>This needs the trace of rank %1; it was at %2.</source>
        <translation>Dies braucht den Trace von Rang %1; er lag unter %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 rank is left out: only its summary is loaded, and this needs the trace.</source>
        <comment>%1 ranks are left out: only their summaries are loaded, and this needs the traces.</comment>
        <translation>
            <numerusform>%1 Rang ist weggelassen: Nur seine Zusammenfassung ist geladen, und dies braucht den Trace.</numerusform>
            <numerusform>%1 Ränge sind weggelassen: Nur ihre Zusammenfassungen sind geladen, und dies braucht die Traces.</numerusform>
        </translation>
    </message>
    <message>
        <source>A raw memory timeline holds the memory in use over time, and no ops, calls or GPU work: Memory timeline (%1) shows it.</source>
        <translation>Eine rohe Speicherzeitleiste enthält den belegten Speicher über die Zeit, aber keine Ops, Aufrufe oder GPU-Arbeit: „Speicher über der Zeit“ (%1) zeigt ihn.</translation>
    </message>
    <message>
        <source>There is nothing to analyse: the file holds no events that could be drawn.</source>
        <translation>Es gibt nichts auszuwerten: Die Datei enthält keine Ereignisse, die gezeichnet werden könnten.</translation>
    </message>
    <message>
        <source>%1: %2 reaches beyond what was recorded, from %3 to %4. Nothing is known of the rest, also where it counts as idle.</source>
        <translation>%1: %2 reicht über das Aufgezeichnete von %3 bis %4 hinaus. Über den Rest ist nichts bekannt, auch wo er als Leerlauf zählt.</translation>
    </message>
    <message numerus="yes">
        <source>%2: %3 reaches beyond what was recorded of %1 rank. Nothing is known of the rest there, also where it counts as idle.</source>
        <comment>%2: %3 reaches beyond what was recorded of %1 ranks. Nothing is known of the rest there, also where it counts as idle.</comment>
        <translation>
            <numerusform>%2: %3 reicht über das hinaus, was von %1 Rang aufgezeichnet wurde. Über den Rest ist dort nichts bekannt, auch wo er als Leerlauf zählt.</numerusform>
            <numerusform>%2: %3 reicht über das hinaus, was von %1 Rängen aufgezeichnet wurde. Über den Rest ist dort nichts bekannt, auch wo er als Leerlauf zählt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>run-waits</name>
    <message>
        <source> It was late because it computed longer before.</source>
        <translation> Er kam spät, weil er davor länger rechnete.</translation>
    </message>
    <message>
        <source> It was late because of other collectives of this group.</source>
        <translation> Er kam spät wegen anderer Kollektivoperationen dieser Gruppe.</translation>
    </message>
    <message>
        <source> It was late because it waited itself in other communication.</source>
        <translation> Er kam spät, weil er selbst in anderer Kommunikation wartete.</translation>
    </message>
    <message>
        <source> It was late because of collectives of other groups.</source>
        <translation> Er kam spät wegen Kollektivoperationen anderer Gruppen.</translation>
    </message>
    <message>
        <source> It was late because of copies and fills.</source>
        <translation> Er kam spät wegen Kopien und Füllungen.</translation>
    </message>
    <message>
        <source> It was late because of other work on the GPU.</source>
        <translation> Er kam spät wegen anderer Arbeit auf der GPU.</translation>
    </message>
    <message>
        <source> It was late because its GPU waited longer for the host.</source>
        <translation> Er kam spät, weil seine GPU länger auf den Host wartete.</translation>
    </message>
    <message>
        <source> It was late because of idle time between its kernels.</source>
        <translation> Er kam spät wegen Leerlaufs zwischen seinen Kernels.</translation>
    </message>
    <message>
        <source> It was late because of idle time that nothing recorded explains.</source>
        <translation> Er kam spät wegen Leerlaufs, den nichts Aufgezeichnetes erklärt.</translation>
    </message>
    <message>
        <source> It was late because of idle time before work whose launch is not recorded.</source>
        <translation> Er kam spät wegen Leerlaufs vor Arbeit, deren Launch nicht aufgezeichnet ist.</translation>
    </message>
    <message>
        <source> Its recording began later: the reason lies before it.</source>
        <translation> Seine Aufzeichnung begann später: der Grund liegt davor.</translation>
    </message>
    <message>
        <source>%1 In the end all wait for rank %2.</source>
        <translation>%1 Letztlich warten alle auf Rang %2.</translation>
    </message>
    <message>
        <source>Waits %1 for %2 ranks that came last together, rank %3 among them.%4</source>
        <translation>Wartet %1 auf %2 Ränge, die zusammen zuletzt kamen, darunter Rang %3.%4</translation>
    </message>
    <message>
        <source>Waits %1 for rank %2.%3</source>
        <translation>Wartet %1 auf Rang %2.%3</translation>
    </message>
    <message>
        <source>%1 Rank %2 would have been next, %3 earlier.</source>
        <translation>%1 Rang %2 wäre der nächste gewesen, %3 früher.</translation>
    </message>
    <message>
        <source>Came last: the other ranks wait %1 together.%2</source>
        <translation>Kam zuletzt: die anderen Ränge warten zusammen %1.%2</translation>
    </message>
    <message>
        <source>Those of the other ranks take %1 longer together. Whether they wait for it is not known: the ends lie apart, or scatter as much.</source>
        <translation>Die der anderen Ränge dauern zusammen %1 länger. Ob sie auf ihn warten, ist nicht bekannt: die Enden liegen auseinander oder streuen so weit.</translation>
    </message>
    <message>
        <source>Takes %1 longer than that of rank %2. Whether it waits is not known: the ends lie apart, or scatter as much.</source>
        <translation>Dauert %1 länger als der von Rang %2. Ob er wartet, ist nicht bekannt: die Enden liegen auseinander oder streuen so weit.</translation>
    </message>
</context>
<context>
    <name>scope</name>
    <message>
        <source>%1 is no list of streams such as 7,20-22,default.</source>
        <translation>%1 ist keine Liste von Streams wie 7,20-22,default.</translation>
    </message>
    <message>
        <source>%1 is no list of numbers such as 0,2-5.</source>
        <translation>%1 ist keine Liste von Zahlen wie 0,2-5.</translation>
    </message>
    <message>
        <source>%1 names more than %2 numbers.</source>
        <translation>%1 nennt mehr als %2 Zahlen.</translation>
    </message>
    <message>
        <source>%1 is no range BEGIN:END such as 10ms:12.5ms.</source>
        <translation>%1 ist kein Zeitbereich ANFANG:ENDE wie 10ms:12.5ms.</translation>
    </message>
    <message>
        <source>The range %1 does not end after its begin.</source>
        <translation>Der Zeitbereich %1 endet nicht nach seinem Anfang.</translation>
    </message>
    <message>
        <source>The range %1 has no length.</source>
        <translation>Der Zeitbereich %1 hat keine Länge.</translation>
    </message>
    <message>
        <source>%1 is no size such as 512MiB or 4GiB.</source>
        <translation>%1 ist keine Größe wie 512MiB oder 4GiB.</translation>
    </message>
</context>
<context>
    <name>scope-options</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>There is no rank %1; there are: %2.</source>
        <translation>Es gibt keinen Rang %1; es gibt: %2.</translation>
    </message>
    <message>
        <source>There is no step %1; there are: %2.</source>
        <translation>Es gibt keinen Schritt %1; es gibt: %2.</translation>
    </message>
    <message>
        <source>%1: %2 lies outside of %3 from %4 to %5.</source>
        <translation>%1: %2 liegt außerhalb; %3 von %4 bis %5.</translation>
    </message>
    <message>
        <source>the job, which goes</source>
        <translation>der Job reicht</translation>
    </message>
    <message>
        <source>this rank, which goes</source>
        <translation>dieser Rang reicht</translation>
    </message>
    <message>
        <source>these ranks, which go</source>
        <translation>diese Ränge reichen</translation>
    </message>
    <message>
        <source>There is no stream %1; there are: %2.</source>
        <translation>Es gibt keinen Stream %1; es gibt: %2.</translation>
    </message>
    <message>
        <source>There is no stream %1; did you mean %2? There are: %3.</source>
        <translation>Es gibt keinen Stream %1; meinten Sie %2? Es gibt: %3.</translation>
    </message>
</context>
<context>
    <name>session</name>
    <message>
        <source>%1 is out of its range</source>
        <translation>%1 liegt außerhalb seiner Grenzen</translation>
    </message>
    <message>
        <source>%1 is neither true nor false</source>
        <translation>%1 ist weder wahr noch falsch</translation>
    </message>
    <message>
        <source>%1 is no list</source>
        <translation>%1 ist keine Liste</translation>
    </message>
    <message>
        <source>a path is not encoded as it should be</source>
        <translation>ein Pfad ist nicht so kodiert, wie er sein sollte</translation>
    </message>
    <message>
        <source>a path holds a zero byte</source>
        <translation>ein Pfad enthält ein Nullbyte</translation>
    </message>
    <message>
        <source>%1 is no pair of times</source>
        <translation>%1 ist kein Paar von Zeiten</translation>
    </message>
    <message>
        <source>%1 ends before it begins</source>
        <translation>%1 endet vor dem Anfang</translation>
    </message>
    <message>
        <source>%1 holds something that is no object</source>
        <translation>%1 enthält etwas, das kein Objekt ist</translation>
    </message>
    <message>
        <source>%1 is no object</source>
        <translation>%1 ist kein Objekt</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>%1 is no whole number</source>
        <translation>%1 ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>%1 is no text</source>
        <translation>%1 ist kein Text</translation>
    </message>
    <message>
        <source>%1 is not from 1 to 9</source>
        <translation>%1 liegt nicht zwischen 1 und 9</translation>
    </message>
    <message>
        <source>a trace has no path</source>
        <translation>ein Trace hat keinen Pfad</translation>
    </message>
    <message>
        <source>it names no trace</source>
        <translation>sie nennt keinen Trace</translation>
    </message>
    <message>
        <source>it is damaged at byte %1: %2</source>
        <translation>sie ist bei Byte %1 beschädigt: %2</translation>
    </message>
    <message>
        <source>it is no session of Kinetoscope</source>
        <translation>es ist keine Sitzung von Kinetoscope</translation>
    </message>
    <message>
        <source>it was written by a newer Kinetoscope (format %1, this one reads up to %2)</source>
        <translation>sie wurde von einem neueren Kinetoscope geschrieben (Format %1, dieses liest bis %2)</translation>
    </message>
    <message>
        <source>it is damaged: %1</source>
        <translation>sie ist beschädigt: %1</translation>
    </message>
</context>
<context>
    <name>session-file</name>
    <message>
        <source>it cannot be read</source>
        <translation>sie kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>it is too large for a session of Kinetoscope (more than 16 MiB)</source>
        <translation>sie ist zu groß für eine Sitzung von Kinetoscope (mehr als 16 MiB)</translation>
    </message>
</context>
<context>
    <name>sessions</name>
    <message>
        <source>No trace is open.</source>
        <translation>Es ist kein Trace offen.</translation>
    </message>
</context>
<context>
    <name>shard</name>
    <message>
        <source>%1: %2 says part %3 of %4, and parts are counted from 0.</source>
        <translation>%1: %2 nennt Teil %3 von %4, und Teile werden von 0 an gezählt.</translation>
    </message>
    <message>
        <source>%1: nothing says which part is this process&apos;s. Looked for: a Slurm array (SLURM_ARRAY_TASK_ID, _MIN, _MAX, _STEP, _COUNT), a task of srun (SLURM_STEP_NUM_TASKS, SLURM_PROCID; a batch script without srun has no SLURM_STEP_NUM_TASKS), Open MPI (OMPI_COMM_WORLD_RANK, _SIZE), MPICH and Intel MPI (PMI_RANK, PMI_SIZE), MVAPICH (MV2_COMM_WORLD_RANK, _SIZE), an LSF array (LSB_JOBINDEX, LSB_JOBINDEX_END); with %2 also a Kubernetes indexed job (JOB_COMPLETION_INDEX), PBS (PBS_ARRAY_INDEX), SGE (SGE_TASK_ID) and GNU parallel (PARALLEL_SEQ). Name the part with %3.</source>
        <translation>%1: nichts sagt, welcher Teil der dieses Prozesses ist. Gesucht wurde: ein Slurm-Array (SLURM_ARRAY_TASK_ID, _MIN, _MAX, _STEP, _COUNT), eine Task von srun (SLURM_STEP_NUM_TASKS, SLURM_PROCID; ein Batch-Skript ohne srun hat kein SLURM_STEP_NUM_TASKS), Open MPI (OMPI_COMM_WORLD_RANK, _SIZE), MPICH und Intel MPI (PMI_RANK, PMI_SIZE), MVAPICH (MV2_COMM_WORLD_RANK, _SIZE), ein LSF-Array (LSB_JOBINDEX, LSB_JOBINDEX_END); mit %2 auch ein indizierter Job von Kubernetes (JOB_COMPLETION_INDEX), PBS (PBS_ARRAY_INDEX), SGE (SGE_TASK_ID) und GNU parallel (PARALLEL_SEQ). Nennen Sie den Teil mit %3.</translation>
    </message>
    <message>
        <source>%1: the tasks of this node cannot be read from %2.</source>
        <translation>%1: die Tasks dieses Knotens lassen sich nicht aus %2 lesen.</translation>
    </message>
    <message>
        <source>%1: nothing says which task of this node this is. Looked for: SLURM_LOCALID with SLURM_STEP_TASKS_PER_NODE (tasks of srun), OMPI_COMM_WORLD_LOCAL_RANK and _SIZE, MPI_LOCALRANKID and MPI_LOCALNRANKS.</source>
        <translation>%1: nichts sagt, welche Task dieses Knotens dies ist. Gesucht wurde: SLURM_LOCALID mit SLURM_STEP_TASKS_PER_NODE (Tasks von srun), OMPI_COMM_WORLD_LOCAL_RANK und _SIZE, MPI_LOCALRANKID und MPI_LOCALNRANKS.</translation>
    </message>
    <message>
        <source>%1: %2 is no number.</source>
        <translation>%1: %2 ist keine Zahl.</translation>
    </message>
    <message>
        <source>%1: the Slurm array has holes (%2 tasks from %3 to %4 by %5): what the missing tasks would do stays undone. Submit the whole array again: ranks that are done are skipped. Or name the parts yourself, as in %6.</source>
        <translation>%1: das Slurm-Array hat Löcher (%2 Tasks von %3 bis %4 in Schritten von %5): was die fehlenden Tasks tun würden, bliebe ungetan. Reichen Sie das ganze Array noch einmal ein: Ränge, die fertig sind, werden übersprungen. Oder nennen Sie die Teile selbst, wie in %6.</translation>
    </message>
    <message>
        <source>%1: an LSF array must begin at 1, or nobody takes its first parts.</source>
        <translation>%1: ein LSF-Array muss bei 1 beginnen, sonst nimmt niemand seine ersten Teile.</translation>
    </message>
    <message>
        <source>%1: the launcher says which part this is, but not of how many: use %2.</source>
        <translation>%1: der Starter sagt, welcher Teil dies ist, aber nicht von wie vielen: nehmen Sie %2.</translation>
    </message>
    <message>
        <source>%1: there are %2 parts, the launcher says, not %3.</source>
        <translation>%1: es gibt %2 Teile, sagt der Starter, nicht %3.</translation>
    </message>
    <message>
        <source>%1: %2 is none of %3.</source>
        <translation>%1: %2 ist keines von %3.</translation>
    </message>
</context>
<context>
    <name>slipped-names</name>
    <message numerus="yes">
        <source>%6 of the time of kernels is under names that are not sure: %1 launch of a graph has kernels whose names and durations do not fit each other. They come in rounds of %2 that take about as long each, but %3 between the same two others takes %4 at the 10th percentile and %5 at the 90th: the recording seems to have moved names against durations. Sums over all kernels do not depend on names.</source>
        <comment>%6 of the time of kernels is under names that are not sure: %1 launches of graphs have kernels whose names and durations do not fit each other. In the first they come in rounds of %2 that take about as long each, but %3 between the same two others takes %4 at the 10th percentile and %5 at the 90th: the recording seems to have moved names against durations. Sums over all kernels do not depend on names.</comment>
        <translation>
            <numerusform>%6 der Kernel-Zeit steht unter Namen, die nicht sicher sind: %1 Launch eines Graphen hat Kernel, deren Namen und Dauern nicht zueinander passen. Sie kommen in Runden zu %2, die alle etwa gleich lange dauern, aber %3 zwischen denselben beiden anderen dauert %4 beim 10. und %5 beim 90. Perzentil: Die Aufzeichnung hat Namen und Dauern offenbar gegeneinander verschoben. Summen über alle Kernel hängen nicht von Namen ab.</numerusform>
            <numerusform>%6 der Kernel-Zeit steht unter Namen, die nicht sicher sind: %1 Launches von Graphen haben Kernel, deren Namen und Dauern nicht zueinander passen. Im ersten kommen sie in Runden zu %2, die alle etwa gleich lange dauern, aber %3 zwischen denselben beiden anderen dauert %4 beim 10. und %5 beim 90. Perzentil: Die Aufzeichnung hat Namen und Dauern offenbar gegeneinander verschoben. Summen über alle Kernel hängen nicht von Namen ab.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>standard-input</name>
    <message>
        <source>&apos;-&apos; is the standard input, and nothing is piped into it.</source>
        <translation>&apos;-&apos; ist die Standardeingabe, und nichts wird hineingeleitet.</translation>
    </message>
    <message>
        <source>The standard input cannot be read.</source>
        <translation>Die Standardeingabe kann nicht gelesen werden.</translation>
    </message>
</context>
<context>
    <name>steps</name>
    <message>
        <source>there is no ProfilerStep; the steps are the annotations %1.</source>
        <translation>es gibt kein ProfilerStep; die Schritte sind die Annotationen %1.</translation>
    </message>
    <message>
        <source>no steps in this scope.</source>
        <translation>keine Schritte in diesem Umfang.</translation>
    </message>
    <message>
        <source>its steps, such as %1, have no length: there is no time in them.</source>
        <translation>Die Schritte, etwa %1, haben keine Länge: Darin liegt keine Zeit.</translation>
    </message>
    <message>
        <source>its steps, such as %1, have no duration that can be used: they are left out.</source>
        <translation>Die Schritte, etwa %1, haben keine verwendbare Dauer: Sie sind weggelassen.</translation>
    </message>
    <message>
        <source>the GPU still runs work of %1 of %2 steps after they have ended on the host, up to %3 later. Wall time and its parts are about what runs while the host is in the step, whichever step launched it; launched work, launched busy, launched span and end lag are about the work of the step itself.</source>
        <translation>die GPU arbeitet noch an %1 von %2 Schritten, nachdem sie auf dem Host geendet haben, bis zu %3 später. Die Wandzeit und ihre Teile handeln von dem, was läuft, während der Host im Schritt ist, welcher Schritt es auch gestartet hat; gestartete Arbeit, Gestartetes belegt, Spanne des Gestarteten und Nachlauf handeln von der Arbeit des Schritts selbst.</translation>
    </message>
    <message>
        <source>no steps in this scope; give the profiler a schedule and call prof.step() in the training loop, or name the annotations that are steps with %1.</source>
        <translation>keine Schritte in diesem Umfang; geben Sie dem Profiler einen schedule und rufen Sie in der Trainingsschleife prof.step() auf, oder nennen Sie mit %1 die Annotationen, die Schritte sind.</translation>
    </message>
</context>
<context>
    <name>stragglers</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>this job</source>
        <translation>dieser Job</translation>
    </message>
    <message>
        <source>These traces have no steps: the whole of them counts as one.</source>
        <translation>Diese Traces haben keine Schritte: ihr Ganzes zählt als einer.</translation>
    </message>
    <message numerus="yes">
        <source>In %2 of %1 step the ends of the collective lie at least half as far apart as its starts. By the ends of all collectives the clocks of the ranks differ, by up to %3 here, and they are not aligned: which rank starts last is not counted there, only which run is shortest.</source>
        <comment>In %2 of %1 steps the ends of the collective lie at least half as far apart as its starts. By the ends of all collectives the clocks of the ranks differ, by up to %3 here, and they are not aligned: which rank starts last is not counted there, only which run is shortest.</comment>
        <translation>
            <numerusform>In %2 von %1 Schritt liegen die Enden der Kollektivoperation mindestens halb so weit auseinander wie ihre Anfänge. Nach den Enden aller Kollektivoperationen weichen die Uhren der Ränge ab, hier um bis zu %3, und sie sind nicht angeglichen: Dort zählt nicht, welcher Rang zuletzt beginnt, nur, welcher Lauf der kürzeste ist.</numerusform>
            <numerusform>In %2 von %1 Schritten liegen die Enden der Kollektivoperation mindestens halb so weit auseinander wie ihre Anfänge. Nach den Enden aller Kollektivoperationen weichen die Uhren der Ränge ab, hier um bis zu %3, und sie sind nicht angeglichen: Dort zählt nicht, welcher Rang zuletzt beginnt, nur, welcher Lauf der kürzeste ist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In %2 of %1 step the ends of the collective lie at least half as far apart as its starts: which rank starts last is not counted there, only which run is shortest.</source>
        <comment>In %2 of %1 steps the ends of the collective lie at least half as far apart as its starts: which rank starts last is not counted there, only which run is shortest.</comment>
        <translation>
            <numerusform>In %2 von %1 Schritt liegen die Enden der Kollektivoperation mindestens halb so weit auseinander wie ihre Anfänge: Dort zählt nicht, welcher Rang zuletzt beginnt, nur, welcher Lauf der kürzeste ist.</numerusform>
            <numerusform>In %2 von %1 Schritten liegen die Enden der Kollektivoperation mindestens halb so weit auseinander wie ihre Anfänge: Dort zählt nicht, welcher Rang zuletzt beginnt, nur, welcher Lauf der kürzeste ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>The collectives of these traces run on the host; here those on the GPU are compared. The analysis %1 compares both.</source>
        <translation>Die Kollektivoperationen dieser Traces laufen auf dem Host; hier werden die auf der GPU verglichen. Die Analyse %1 vergleicht beide.</translation>
    </message>
    <message>
        <source>One rank alone does not tell which rank the others wait for: record and open every rank of the job.</source>
        <translation>Ein Rang allein verrät nicht, auf welchen Rang die anderen warten: Alle Ränge des Jobs aufzeichnen und öffnen.</translation>
    </message>
    <message>
        <source>This trace has no steps: the whole of it counts as one.</source>
        <translation>Dieser Trace hat keine Schritte: Das Ganze zählt als einer.</translation>
    </message>
    <message>
        <source>Ranks left out: %1. The others may be waiting for them: none of their GPU work belongs to a step that is looked at.</source>
        <translation>Ausgelassene Ränge: %1. Vielleicht warten die anderen auf sie: Keine ihrer GPU-Arbeit gehört zu einem betrachteten Schritt.</translation>
    </message>
    <message>
        <source>In %1 a rank may leave before the last one has come, as the root of a broadcast does: the rank that starts last, or that has the shortest run, need not be the one that the others wait for.</source>
        <translation>In %1 kann ein Rang gehen, bevor der letzte da ist, wie die Wurzel eines Broadcasts: Der Rang, der zuletzt beginnt oder den kürzesten Lauf hat, muss nicht der sein, auf den die anderen warten.</translation>
    </message>
    <message>
        <source> Collectives whose ends lie apart, with %1, count for no rank here.</source>
        <translation> Kollektivoperationen, deren Enden auseinanderliegen (%1), zählen hier für keinen Rang.</translation>
    </message>
    <message>
        <source>Collectives are compared here that take %1 of a step or more on the GPU: none is known that two ranks of this scope ran together. The analysis %2 looks at all.</source>
        <translation>Verglichen werden hier Kollektivoperationen, die auf der GPU %1 eines Schritts oder mehr dauern: Es ist keine bekannt, die zwei Ränge dieses Umfangs gemeinsam ausgeführt haben. Die Analyse %2 betrachtet alle.</translation>
    </message>
    <message>
        <source>Compared here is one collective of each process group, the last long one of its name in each step: in none of them a rank alone comes last. In all collectives of this scope together ranks wait most for rank %1, which comes last there: %2 of %3 (%4).%5 The analysis %6 adds that up.</source>
        <translation>Verglichen wird hier je eine Kollektivoperation jeder Prozessgruppe, die letzte lange ihres Namens in jedem Schritt: In keiner davon kommt ein Rang allein zuletzt. In allen Kollektivoperationen dieses Umfangs zusammen warten Ränge am meisten auf Rang %1, der dort zuletzt kommt: %2 von %3 (%4).%5 Die Analyse %6 summiert das.</translation>
    </message>
    <message>
        <source>One rank alone does not tell which rank the others wait for: record every rank of the job, with %1, and open all.</source>
        <translation>Ein Rang allein sagt nicht, auf welchen die anderen warten: jeden Rang des Jobs mit %1 aufzeichnen und alle öffnen.</translation>
    </message>
    <message>
        <source>No communication kernel is in this scope, though GPU work was recorded: nothing here tells whether ranks wait for each other.</source>
        <translation>In diesem Umfang ist kein Kommunikationskernel, obwohl GPU-Arbeit aufgezeichnet wurde: Nichts hier sagt, ob Ränge aufeinander warten.</translation>
    </message>
    <message>
        <source>In all collectives of this scope together ranks wait most for rank %1, which comes last there, not for rank %2: %3 of %4 (%5), for rank %2 %6.%7 The analysis %8 adds that up. The candidates come from one collective of each process group, the last long one of its name in each step.</source>
        <translation>In allen Kollektivoperationen dieses Umfangs zusammen warten Ränge am längsten auf Rang %1, der dort zuletzt kommt, nicht auf Rang %2: %3 von %4 (%5), auf Rang %2 %6.%7 Die Analyse %8 zählt das zusammen. Die Kandidaten stammen aus einer Kollektivoperation je Prozessgruppe, der letzten langen ihres Namens in jedem Schritt.</translation>
    </message>
    <message>
        <source> Where a rank waits in several collectives at once, each counts.</source>
        <translation> Wo ein Rang in mehreren Kollektivoperationen zugleich wartet, zählt jede.</translation>
    </message>
    <message>
        <source>%1%2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>No rank comes last in more than half of the steps (the first one in %2 of %1), nor do the others wait half of the time for one: who comes last here may be chance, or several come late together.</source>
        <translation>In mehr als der Hälfte der Schritte kommt kein Rang als letzter (der erste in %2 von %1), noch warten die anderen die Hälfte der Zeit auf einen: Wer hier als letzter kommt, ist vielleicht Zufall, oder mehrere kommen zusammen spät.</translation>
    </message>
    <message>
        <source>In the collectives that are compared here the longest waits take %1 a step on average, %2 of it. The analysis %3 adds up all collectives.</source>
        <translation>In den Kollektivoperationen, die hier verglichen werden, dauern die längsten Wartezeiten im Mittel %1 je Schritt, %2 davon. Die Analyse %3 summiert alle Kollektivoperationen.</translation>
    </message>
</context>
<context>
    <name>summaries</name>
    <message>
        <source>Summaries here were made with the gap threshold %1, not %2: idle time of their ranks has the causes of that one.</source>
        <translation>Zusammenfassungen hier wurden mit der Lückenschwelle %1 gemacht, nicht mit %2: der Leerlauf ihrer Ränge hat die Ursachen nach jener.</translation>
    </message>
    <message>
        <source>Summaries here were made with other rules for names than those of now: what counts as computation and as communication is as it was then.</source>
        <translation>Zusammenfassungen hier wurden mit anderen Regeln für Namen gemacht als den jetzigen: was als Berechnung und was als Kommunikation zählt, ist wie damals.</translation>
    </message>
</context>
<context>
    <name>summarize</name>
    <message>
        <source>There is no trace (.json, .json.gz) to be summarized.</source>
        <translation>Es gibt keinen Trace (.json, .json.gz), der zusammenzufassen wäre.</translation>
    </message>
    <message>
        <source>%1 does not fit the memory limit.</source>
        <translation>%1 passt nicht in die Speichergrenze.</translation>
    </message>
    <message>
        <source>%1 is a raw memory timeline: there is nothing to summarize.</source>
        <translation>%1 ist ein roher Speicherverlauf: da ist nichts zusammenzufassen.</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>There is no file or folder %1.</source>
        <translation>Es gibt keine Datei und keinen Ordner %1.</translation>
    </message>
    <message>
        <source>%1 and %2 would have one summary, %3.</source>
        <translation>%1 und %2 hätten dieselbe Zusammenfassung, %3.</translation>
    </message>
</context>
<context>
    <name>summary</name>
    <message>
        <source>SQLite says: %1</source>
        <translation>SQLite sagt: %1</translation>
    </message>
    <message>
        <source>This summary is damaged: %1. Make it again with summarize.</source>
        <translation>Diese Zusammenfassung ist beschädigt: %1. Machen Sie sie mit summarize neu.</translation>
    </message>
    <message>
        <source>the table %1 has values that cannot be</source>
        <translation>die Tabelle %1 hat Werte, die nicht sein können</translation>
    </message>
    <message>
        <source>This is a SQLite database, but no summary of a trace.</source>
        <translation>Dies ist eine SQLite-Datenbank, aber keine Zusammenfassung eines Traces.</translation>
    </message>
    <message>
        <source>This summary has format %1, and this program reads up to %2: a newer Kinetoscope made it.</source>
        <translation>Diese Zusammenfassung hat das Format %1, und dieses Programm liest bis %2: ein neueres Kinetoscope hat sie gemacht.</translation>
    </message>
    <message>
        <source>it has no format number</source>
        <translation>sie hat keine Formatnummer</translation>
    </message>
    <message>
        <source>the table %1 is missing</source>
        <translation>die Tabelle %1 fehlt</translation>
    </message>
    <message>
        <source>it was not written to its end</source>
        <translation>sie wurde nicht zu Ende geschrieben</translation>
    </message>
    <message>
        <source>it does not say %1</source>
        <translation>sie nennt %1 nicht</translation>
    </message>
    <message>
        <source>There are two summaries of rank %1 and the same time: the one of the newer trace counts, not this one.</source>
        <translation>Es gibt zwei Zusammenfassungen von Rang %1 und derselben Zeit: die des neueren Traces zählt, nicht diese.</translation>
    </message>
    <message>
        <source>The summaries were not all made with the same gap threshold, kernel share and rules: figures of ranks do not compare in what these decide. Make them again with one set, with summarize.</source>
        <translation>Die Zusammenfassungen wurden nicht alle mit derselben Lückenschwelle, demselben Kernelanteil und denselben Regeln gemacht: Zahlen von Rängen lassen sich in dem, was diese entscheiden, nicht vergleichen. Machen Sie sie mit summarize einheitlich neu.</translation>
    </message>
    <message>
        <source>Of the %1 ranks of the job these have no summary here: %2.</source>
        <translation>Von den %1 Rängen des Jobs haben diese hier keine Zusammenfassung: %2.</translation>
    </message>
    <message>
        <source>A trace was not summarized: %1</source>
        <translation>Ein Trace wurde nicht zusammengefasst: %1</translation>
    </message>
    <message>
        <source>it was cut short</source>
        <translation>sie wurde abgeschnitten</translation>
    </message>
    <message numerus="yes">
        <source>%1 name of process groups stands for other ranks in other summaries (%2): each is a group of its own.</source>
        <comment>%1 names of process groups stand for other ranks in other summaries (%2): each is a group of its own.</comment>
        <translation>
            <numerusform>%1 Name von Prozessgruppen steht in anderen Zusammenfassungen für andere Ränge (%2): Jede ist eine Gruppe für sich.</numerusform>
            <numerusform>%1 Namen von Prozessgruppen stehen in anderen Zusammenfassungen für andere Ränge (%2): Jede ist eine Gruppe für sich.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>table-export</name>
    <message>
        <source>The analysis has no table %1.</source>
        <translation>Die Analyse hat keine Tabelle %1.</translation>
    </message>
</context>
<context>
    <name>timeline</name>
    <message>
        <source>process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>rank %1 (summary)</source>
        <translation>Rang %1 (Zusammenfassung)</translation>
    </message>
    <message>
        <source>rank %1 (not loaded)</source>
        <translation>Rang %1 (nicht geladen)</translation>
    </message>
    <message>
        <source>rank %1 (could not be read)</source>
        <translation>Rang %1 (nicht lesbar)</translation>
    </message>
    <message>
        <source>profiler</source>
        <translation>Profiler</translation>
    </message>
    <message>
        <source>work of the profiler</source>
        <translation>Arbeit des Profilers</translation>
    </message>
</context>
<context>
    <name>timeline-picture</name>
    <message>
        <source>There is no trace to draw.</source>
        <translation>Es gibt keinen Trace zu zeichnen.</translation>
    </message>
</context>
<context>
    <name>trace</name>
    <message>
        <source>The trace was not read from a file; its events cannot be read again.</source>
        <translation>Der Trace wurde nicht aus einer Datei gelesen; seine Ereignisse können nicht noch einmal gelesen werden.</translation>
    </message>
</context>
<context>
    <name>trace-builder</name>
    <message>
        <source>There is not enough memory for the trace.</source>
        <translation>Für den Trace ist nicht genug Speicher da.</translation>
    </message>
</context>
<context>
    <name>trace-diff</name>
    <message>
        <source>A side has no steps: whole traces are compared. The columns per step then divide by the number of ranks.</source>
        <translation>Eine Seite hat keine Schritte: ganze Traces werden verglichen. Die Spalten je Schritt teilen dann durch die Zahl der Ränge.</translation>
    </message>
    <message>
        <source>Control</source>
        <translation>Kontrolle</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Neither side has ops in this scope: record with %1.</source>
        <translation>Keine Seite hat Ops in diesem Umfang: zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>the whole trace</source>
        <translation>der ganze Trace</translation>
    </message>
    <message>
        <source>Control (%1): calls</source>
        <translation>Kontrolle (%1): Aufrufe</translation>
    </message>
    <message>
        <source>Control (%1): time</source>
        <translation>Kontrolle (%1): Zeit</translation>
    </message>
    <message>
        <source>Test (%1): calls</source>
        <translation>Test (%1): Aufrufe</translation>
    </message>
    <message>
        <source>Test (%1): time</source>
        <translation>Test (%1): Zeit</translation>
    </message>
    <message>
        <source>More calls in test (%1)</source>
        <translation>Mehr Aufrufe im Test (%1)</translation>
    </message>
    <message>
        <source>More time in test (%1)</source>
        <translation>Mehr Zeit im Test (%1)</translation>
    </message>
    <message>
        <source>More per step in test (%1)</source>
        <translation>Mehr je Schritt im Test (%1)</translation>
    </message>
    <message>
        <source>Control: %1</source>
        <translation>Kontrolle: %1</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>Test: %1</translation>
    </message>
    <message>
        <source>A side is compared as a whole though it has steps: the columns per step then divide by the number of ranks.</source>
        <translation>Eine Seite wird als Ganzes verglichen, obwohl sie Schritte hat: Die Spalten je Schritt teilen dann durch die Zahl der Ränge.</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>%1 weniger</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 mehr</translation>
    </message>
    <message>
        <source>The first steps, which are compared, are not typical: the test&apos;s takes %1 than the control&apos;s, its median step %2 than the control&apos;s, on the host. Choose others with %3 and %4.</source>
        <translation>Die ersten Schritte, die verglichen werden, sind nicht typisch: Der des Tests dauert auf dem Host im Vergleich zur Kontrolle %1, sein mittlerer (Median) %2. Andere mit %3 und %4 wählen.</translation>
    </message>
    <message>
        <source>Only the first step of each side was compared. Choose others with %1 and %2, or all for the whole trace.</source>
        <translation>Nur der erste Schritt jeder Seite wurde verglichen. Andere mit %1 und %2 wählen, oder all für den ganzen Trace.</translation>
    </message>
    <message numerus="yes">
        <source>In the %1 other step that both sides have every name takes as long, too.</source>
        <comment>In the %1 other steps that both sides have every name takes as long, too.</comment>
        <translation>
            <numerusform>In dem %1 anderen Schritt, den beide Seiten haben, dauert auch jeder Name gleich lange.</numerusform>
            <numerusform>In den %1 anderen Schritten, die beide Seiten haben, dauert auch jeder Name gleich lange.</numerusform>
        </translation>
    </message>
    <message>
        <source>Other steps that both sides have do differ: %1 of %2 (%3). Choose steps, or all, with %4 and %5.</source>
        <translation>Andere Schritte, die beide Seiten haben, unterscheiden sich: %1 von %2 (%3). Schritte, oder all, mit %4 und %5 wählen.</translation>
    </message>
    <message>
        <source>Other steps that both sides have do differ: %1 of %2 (%3). In step %4 %5 takes %6 in the test. Choose steps, or all, with %7 and %8.</source>
        <translation>Andere Schritte, die beide Seiten haben, unterscheiden sich: %1 von %2 (%3). In Schritt %4 dauert %5 im Test %6. Schritte, oder all, mit %7 und %8 wählen.</translation>
    </message>
    <message>
        <source>the one name has as many calls (%1) and takes as long (%2, to the nanosecond) on both sides.</source>
        <translation>der eine Name hat auf beiden Seiten gleich viele Aufrufe (%1) und dauert gleich lange (%2, auf die Nanosekunde).</translation>
    </message>
    <message>
        <source>all %1 names have as many calls (%2) and take as long (%3, to the nanosecond) on both sides.</source>
        <translation>alle %1 Namen haben auf beiden Seiten gleich viele Aufrufe (%2) und dauern gleich lange (%3, auf die Nanosekunde).</translation>
    </message>
    <message>
        <source>In %1 nothing differs: %2</source>
        <translation>In %1 unterscheidet sich nichts: %2</translation>
    </message>
    <message>
        <source>Nothing differs: %1</source>
        <translation>Nichts unterscheidet sich: %1</translation>
    </message>
    <message>
        <source>Neither side has ops in this scope.</source>
        <translation>Keine der beiden Seiten hat Ops in diesem Umfang.</translation>
    </message>
</context>
<context>
    <name>trace-health</name>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number with a fraction</source>
        <translation>eine Zahl mit Nachkommastellen</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message numerus="yes">
        <source>The argument %2 is %3 in %1 event; %4 is expected.</source>
        <comment>The argument %2 is %3 in %1 events; %4 is expected.</comment>
        <translation>
            <numerusform>Das Argument %2 ist %3 in %1 Ereignis; erwartet wird %4.</numerusform>
            <numerusform>Das Argument %2 ist %3 in %1 Ereignissen; erwartet wird %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, and more</source>
        <translation>%1 und weitere</translation>
    </message>
    <message numerus="yes">
        <source>%1 argument that is not known, kept and shown as written: %2.</source>
        <comment>%1 arguments that are not known, kept and shown as written: %2.</comment>
        <translation>
            <numerusform>%1 Argument, das nicht bekannt ist, behalten und gezeigt, wie es geschrieben ist: %2.</numerusform>
            <numerusform>%1 Argumente, die nicht bekannt sind, behalten und gezeigt, wie sie geschrieben sind: %2.</numerusform>
        </translation>
    </message>
    <message>
        <source> First at byte %1.</source>
        <translation> Zuerst bei Byte %1.</translation>
    </message>
    <message>
        <source> First at byte %1: %2.</source>
        <translation> Zuerst bei Byte %1: %2.</translation>
    </message>
    <message>
        <source> This happens %1 times.</source>
        <translation> Das kommt %1-mal vor.</translation>
    </message>
    <message numerus="yes">
        <source> %1 byte was skipped.</source>
        <comment> %1 bytes were skipped.</comment>
        <translation>
            <numerusform> %1 Byte wurde übersprungen.</numerusform>
            <numerusform> %1 Bytes wurden übersprungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1%2%3%4</source>
        <translation>%1%2%3%4</translation>
    </message>
    <message>
        <source>The ranks have no moment in common: one ends %1 before another one starts. They were recorded at different times, or their clocks differ.</source>
        <translation>Die Ränge haben keinen Moment gemeinsam: einer endet %1, bevor ein anderer beginnt. Sie wurden zu verschiedenen Zeiten aufgezeichnet, oder ihre Uhren weichen ab.</translation>
    </message>
    <message>
        <source>The ranks have different steps: figures of whole ranks are about different work.</source>
        <translation>Die Ränge haben verschiedene Schritte: Zahlen ganzer Ränge handeln von verschiedener Arbeit.</translation>
    </message>
    <message>
        <source>No host op was recorded: what launched the GPU work cannot be told. Record with %1.</source>
        <translation>Es wurde keine Host-Op aufgezeichnet: was die GPU-Arbeit gestartet hat, lässt sich nicht sagen. Zeichnen Sie mit %1 auf.</translation>
    </message>
    <message>
        <source>No GPU work was recorded: a program that uses no GPU, or a recording without %1.</source>
        <translation>Es wurde keine GPU-Arbeit aufgezeichnet: ein Programm ohne GPU, oder eine Aufzeichnung ohne %1.</translation>
    </message>
    <message>
        <source>Python stacks were not recorded: %1 would tell which line and module called an op.</source>
        <translation>Python-Stapel wurden nicht aufgezeichnet: %1 würde sagen, welche Zeile und welches Modul eine Op aufrief.</translation>
    </message>
    <message>
        <source>Input shapes were not recorded: %1 would tell calls of one op apart.</source>
        <translation>Eingabeformen wurden nicht aufgezeichnet: %1 würde Aufrufe einer Op unterscheiden.</translation>
    </message>
    <message>
        <source>Memory was not recorded: %1 would show allocations over time.</source>
        <translation>Speicher wurde nicht aufgezeichnet: %1 würde Belegungen über der Zeit zeigen.</translation>
    </message>
    <message>
        <source>Annotations have no projection on the streams: which annotation GPU work belongs to is told by its launch.</source>
        <translation>Annotationen haben keine Projektion auf den Streams: zu welcher Annotation GPU-Arbeit gehört, sagt ihr Launch.</translation>
    </message>
    <message>
        <source>The file does not say which GPUs it was recorded on (deviceProperties).</source>
        <translation>Die Datei sagt nicht, auf welchen GPUs aufgezeichnet wurde (deviceProperties).</translation>
    </message>
    <message>
        <source>A few events lie far from the rest: the file spans %1, nearly all of it lies within %2. Shares of the whole span mean little.</source>
        <translation>Einige Ereignisse liegen weit vom Rest: die Datei umspannt %1, fast alles davon liegt in %2. Anteile an der ganzen Spanne sagen wenig.</translation>
    </message>
    <message>
        <source>The file holds nothing that can be drawn.</source>
        <translation>Die Datei enthält nichts, was gezeichnet werden kann.</translation>
    </message>
    <message>
        <source>Steps are missing between %1 and %2: %3%4.</source>
        <translation>Zwischen %1 und %2 fehlen Schritte: %3%4.</translation>
    </message>
    <message>
        <source>, and more</source>
        <translation> und weitere</translation>
    </message>
    <message>
        <source>No GPU work has its launch in the file: why the GPU waits, and which op launched what, cannot be told. Record with %1.</source>
        <translation>Keine GPU-Arbeit hat ihren Launch in der Datei: warum die GPU wartet und welche Op was gestartet hat, lässt sich nicht sagen. Zeichnen Sie mit %1 auf.</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernel launch was captured into a graph: the kernel runs when the graph is launched.</source>
        <comment>%1 kernel launches were captured into a graph: the kernel runs when the graph is launched.</comment>
        <translation>
            <numerusform>%1 Kernel-Launch wurde in einen Graphen aufgenommen: der Kernel läuft, wenn der Graph gestartet wird.</numerusform>
            <numerusform>%1 Kernel-Launches wurden in einen Graphen aufgenommen: die Kernel laufen, wenn der Graph gestartet wird.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernel launch and no GPU work: GPU activity was not recorded. Record with %2, and without another profiler at work.</source>
        <comment>%1 kernel launches and no GPU work: GPU activity was not recorded. Record with %2, and without another profiler at work.</comment>
        <translation>
            <numerusform>%1 Kernel-Launch und keine GPU-Arbeit: GPU-Aktivität wurde nicht aufgezeichnet. Zeichnen Sie mit %2 auf, und ohne einen anderen Profiler daneben.</numerusform>
            <numerusform>%1 Kernel-Launches und keine GPU-Arbeit: GPU-Aktivität wurde nicht aufgezeichnet. Zeichnen Sie mit %2 auf, und ohne einen anderen Profiler daneben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity carries a correlation number that is used more than once (%2 in all): which call launched what is not known there, nor launch delays, nor whether the GPU waits for the host.</source>
        <comment>%1 GPU activities carry correlation numbers that are used more than once (%2 in all): which call launched what is not known there, nor launch delays, nor whether the GPU waits for the host.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität trägt eine Korrelationsnummer, die mehr als einmal benutzt wird (%2 insgesamt): welcher Aufruf dort was gestartet hat, ist nicht bekannt, auch nicht Startverzögerungen, und nicht, ob die GPU auf den Host wartet.</numerusform>
            <numerusform>%1 GPU-Aktivitäten tragen Korrelationsnummern, die mehr als einmal benutzt werden (%2 insgesamt): welcher Aufruf dort was gestartet hat, ist nicht bekannt, auch nicht Startverzögerungen, und nicht, ob die GPU auf den Host wartet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity starts before the launch that it is linked to, by up to %2. Correlation numbers are used more than once in this file, so the link may be wrong; if it is right, the clocks of host and GPU disagree.</source>
        <comment>%1 GPU activities start before the launch that they are linked to, by up to %2. Correlation numbers are used more than once in this file, so links may be wrong; if they are right, the clocks of host and GPU disagree.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität beginnt vor dem Launch, mit dem sie verbunden ist, um bis zu %2. Korrelationsnummern werden in dieser Datei mehr als einmal benutzt, die Verbindung kann also falsch sein; ist sie richtig, so gehen die Uhren von Host und GPU verschieden.</numerusform>
            <numerusform>%1 GPU-Aktivitäten beginnen vor dem Launch, mit dem sie verbunden sind, um bis zu %2. Korrelationsnummern werden in dieser Datei mehr als einmal benutzt, die Verbindungen können also falsch sein; sind sie richtig, so gehen die Uhren von Host und GPU verschieden.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 stream synchronisations right after a copy return before the copy has ended, by %3 in the median: the clocks of host and GPU disagree, so launch delays and causes of idle time are off by about as much.</source>
        <translation>%1 von %2 Stream-Synchronisationen gleich nach einer Kopie kehren zurück, bevor die Kopie endet, im Median um %3: die Uhren von Host und GPU gehen verschieden, also sind Startverzögerungen und Ursachen von Leerlauf etwa um so viel falsch.</translation>
    </message>
    <message>
        <source>, or an event could not be read</source>
        <translation>, oder ein Ereignis war nicht lesbar</translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity starts before the launch, by up to %2: the clocks of host and GPU disagree, so launch delays and causes of idle time are off by as much.</source>
        <comment>%1 GPU activities start before the launch, by up to %2: the clocks of host and GPU disagree, so launch delays and causes of idle time are off by as much.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität beginnt vor dem Launch, um bis zu %2: die Uhren von Host und GPU sind sich nicht einig, Launch-Verzögerungen und Ursachen des Leerlaufs sind also um so viel falsch.</numerusform>
            <numerusform>%1 GPU-Aktivitäten beginnen vor dem Launch, um bis zu %2: die Uhren von Host und GPU sind sich nicht einig, Launch-Verzögerungen und Ursachen des Leerlaufs sind also um so viel falsch.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity begins before the earlier work of the same stream has ended; together they share %2. Sums of durations exceed the busy time by that much.</source>
        <comment>%1 GPU activities begin before the earlier work of the same stream has ended; together they share %2. Sums of durations exceed the busy time by that much.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität beginnt, bevor die frühere Arbeit desselben Streams geendet hat; zusammen teilen sie sich %2. Summen von Dauern übertreffen die belegte Zeit um so viel.</numerusform>
            <numerusform>%1 GPU-Aktivitäten beginnen, bevor die frühere Arbeit desselben Streams geendet hat; zusammen teilen sie sich %2. Summen von Dauern übertreffen die belegte Zeit um so viel.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 host slice overlaps another one of the same thread without nesting; they are siblings in the call tree.</source>
        <comment>%1 host slices overlap another one of the same thread without nesting; they are siblings in the call tree.</comment>
        <translation>
            <numerusform>%1 Host-Slice überlappt einen anderen desselben Threads, ohne verschachtelt zu sein; im Aufrufbaum stehen sie nebeneinander.</numerusform>
            <numerusform>%1 Host-Slices überlappen einen anderen desselben Threads, ohne verschachtelt zu sein; im Aufrufbaum stehen sie nebeneinander.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 event is in the file twice: same thread or stream, times, name and correlation. Sums count both.</source>
        <comment>%1 events are in the file twice: same thread or stream, times, name and correlation. Sums count both.</comment>
        <translation>
            <numerusform>%1 Ereignis steht zweimal in der Datei: derselbe Thread oder Stream, dieselben Zeiten, derselbe Name und dieselbe Correlation. Summen zählen beide.</numerusform>
            <numerusform>%1 Ereignisse stehen zweimal in der Datei: derselbe Thread oder Stream, dieselben Zeiten, derselbe Name und dieselbe Correlation. Summen zählen beide.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity has a duration of 0.</source>
        <comment>%1 GPU activities have a duration of 0.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität hat die Dauer 0.</numerusform>
            <numerusform>%1 GPU-Aktivitäten haben die Dauer 0.</numerusform>
        </translation>
    </message>
    <message>
        <source>The profiler itself was at work for %1, %2 of the trace: around it, times are longer than without a profiler.</source>
        <translation>Der Profiler selbst war %1 lang an der Arbeit, %2 des Traces: ringsum sind Zeiten länger als ohne Profiler.</translation>
    </message>
    <message>
        <source>%1 Ranks %2.</source>
        <translation>%1 Ränge %2.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing was found: %1 event read, none dropped, none repaired.</source>
        <comment>Nothing was found: %1 events read, none dropped, none repaired.</comment>
        <translation>
            <numerusform>Nichts wurde gefunden: %1 Ereignis gelesen, keines weggelassen, keines repariert.</numerusform>
            <numerusform>Nichts wurde gefunden: %1 Ereignisse gelesen, keines weggelassen, keines repariert.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 kernels begin and end inside their launch call: launches wait here, as with CUDA_LAUNCH_BLOCKING=1. The host never runs ahead, and the time of kernels is that of launch calls in causes, paths and replays.</source>
        <translation>%1 von %2 Kernels beginnen und enden in ihrem Launch-Aufruf: Launches warten hier, wie mit CUDA_LAUNCH_BLOCKING=1. Der Host läuft nie voraus, und die Zeit von Kernels ist in Ursachen, Pfaden und beim Nachspielen die von Launch-Aufrufen.</translation>
    </message>
    <message>
        <source>, or the number that links the two is missing</source>
        <translation>, oder die Nummer, die beide verknüpft, fehlt</translation>
    </message>
    <message numerus="yes">
        <source>No GPU work is linked to a launch, though the file has %1 kernel launch: the numbers that link them (correlation) are missing or differ. Why the GPU waits, and which op launched what, cannot be told.</source>
        <comment>No GPU work is linked to a launch, though the file has %1 kernel launches: the numbers that link them (correlation) are missing or differ. Why the GPU waits, and which op launched what, cannot be told.</comment>
        <translation>
            <numerusform>Keine GPU-Arbeit ist mit einem Launch verknüpft, obwohl die Datei %1 Kernel-Launch hat: Die Nummern, die sie verknüpfen (correlation), fehlen oder weichen ab. Warum die GPU wartet und welche Op was gestartet hat, lässt sich nicht sagen.</numerusform>
            <numerusform>Keine GPU-Arbeit ist mit einem Launch verknüpft, obwohl die Datei %1 Kernel-Launches hat: Die Nummern, die sie verknüpfen (correlation), fehlen oder weichen ab. Warum die GPU wartet und welche Op was gestartet hat, lässt sich nicht sagen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity is linked to no launch in the file, %2 of the time of GPU work: the launch came before the recording, or was lost%3.</source>
        <comment>%1 GPU activities are linked to no launch in the file, %2 of the time of GPU work: the launch came before the recording, or was lost%3.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität ist mit keinem Launch der Datei verknüpft, %2 der Zeit aller GPU-Arbeit: Der Launch kam vor der Aufzeichnung oder ging verloren%3.</numerusform>
            <numerusform>%1 GPU-Aktivitäten sind mit keinem Launch der Datei verknüpft, %2 der Zeit aller GPU-Arbeit: Der Launch kam vor der Aufzeichnung oder ging verloren%3.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1%2%3</source>
        <translation>%1%2%3</translation>
    </message>
    <message>
        <source>rank %1 %2</source>
        <translation>Rang %1 %2</translation>
    </message>
    <message>
        <source>ranks %1 %2</source>
        <translation>Ränge %1 %2</translation>
    </message>
    <message>
        <source>The ranks used GPUs of different models: %1. The same work need not take them as long.</source>
        <translation>Die Ränge nutzten GPUs verschiedener Modelle: %1. Dieselbe Arbeit muss bei ihnen nicht gleich lange dauern.</translation>
    </message>
    <message>
        <source>No GPU work was recorded: %1</source>
        <translation>Es wurde keine GPU-Arbeit aufgezeichnet: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernel launch and no GPU work: %2</source>
        <comment>%1 kernel launches and no GPU work: %2</comment>
        <translation>
            <numerusform>%1 Kernel-Launch und keine GPU-Arbeit: %2</numerusform>
            <numerusform>%1 Kernel-Launches und keine GPU-Arbeit: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernel launch has no kernel linked to it, of %2: the recording stopped before it ran, or GPU activity was dropped%3.</source>
        <comment>%1 kernel launches have no kernel linked to them, of %2: the recording stopped before they ran, or GPU activity was dropped%3.</comment>
        <translation>
            <numerusform>Zu %1 Kernel-Launch, von %2, gehört kein Kernel: Die Aufzeichnung endete, bevor er lief, oder GPU-Aktivität ging verloren%3.</numerusform>
            <numerusform>Zu %1 Kernel-Launches, von %2, gehört kein Kernel: Die Aufzeichnung endete, bevor sie liefen, oder GPU-Aktivität ging verloren%3.</numerusform>
        </translation>
    </message>
    <message>
        <source>, or another call has the same number</source>
        <translation>, oder ein anderer Aufruf hat dieselbe Nummer</translation>
    </message>
    <message numerus="yes">
        <source>%1 communication kernel carries no collective metadata, of %2: with those of other ranks it is matched by order, and only where these carry none either. PyTorch 2.2 and later write it.</source>
        <comment>%1 communication kernels carry no collective metadata, of %2: with those of other ranks they are matched by order, and only where these carry none either. PyTorch 2.2 and later write it.</comment>
        <translation>
            <numerusform>%1 Kommunikationskernel trägt keine Kollektiv-Metadaten, von %2: Denen anderer Ränge wird er nach der Reihenfolge zugeordnet, und nur, wenn auch diese keine tragen. PyTorch ab 2.2 schreibt sie.</numerusform>
            <numerusform>%1 Kommunikationskernel tragen keine Kollektiv-Metadaten, von %2: Denen anderer Ränge werden sie nach der Reihenfolge zugeordnet, und nur, wenn auch diese keine tragen. PyTorch ab 2.2 schreibt sie.</numerusform>
        </translation>
    </message>
    <message>
        <source>Communication kernels carry no collective metadata: with those of other ranks they are matched by order, and only where these carry none either. PyTorch 2.2 and later write it.</source>
        <translation>Kommunikationskernel tragen keine Angaben zur Kollektivoperation: Denen anderer Ränge werden sie nach der Reihenfolge zugeordnet, und nur, wenn auch diese keine tragen. PyTorch ab 2.2 schreibt sie.</translation>
    </message>
    <message>
        <source>Nothing in the file says that it is GPU work, but %1: some may be the work of a device, which is in no figure then.</source>
        <translation>Nichts in der Datei sagt, dass es GPU-Arbeit ist, aber %1: Einige davon können die Arbeit eines Geräts sein, die dann in keiner Zahl steckt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 event of the file has no time that can be read, which may be work of the GPU</source>
        <comment>%1 events of the file have no time that can be read, which may be work of the GPU</comment>
        <translation>
            <numerusform>%1 Ereignis der Datei hat keine lesbare Zeit; es kann GPU-Arbeit sein</numerusform>
            <numerusform>%1 Ereignisse der Datei haben keine lesbare Zeit; es kann GPU-Arbeit sein</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity has a time or duration that is missing or cannot be right</source>
        <comment>%1 GPU activities have a time or duration that is missing or cannot be right</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität hat eine Zeit oder Dauer, die fehlt oder nicht stimmen kann</numerusform>
            <numerusform>%1 GPU-Aktivitäten haben eine Zeit oder Dauer, die fehlt oder nicht stimmen kann</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, and %2: such work is left out, and while it ran the GPU counts as idle in causes, paths and replays.</source>
        <translation>%1, und %2: Solche Arbeit ist weggelassen, und während sie lief, gilt die GPU in Ursachen, Pfaden und Wiederholungen als untätig.</translation>
    </message>
    <message>
        <source>%1: such work is left out, and while it ran the GPU counts as idle in causes, paths and replays.</source>
        <translation>%1: Solche Arbeit ist weggelassen, und während sie lief, gilt die GPU in Ursachen, Pfaden und Wiederholungen als untätig.</translation>
    </message>
    <message>
        <source>%1 processes launch work, each on GPUs of its own, as in a file that ranks were merged into: nearly all figures take them as one rank, with the steps and the GPUs of all.</source>
        <translation>%1 Prozesse starten Arbeit, jeder auf eigenen GPUs, wie in einer Datei, in der Ränge zusammengeführt wurden: Fast alle Zahlen nehmen sie als einen Rang, mit den Schritten und GPUs von allen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU activity, %2 of the time of GPU work, carries no number (correlation) that would link it to a launch.</source>
        <comment>%1 GPU activities, %2 of the time of GPU work, carry no number (correlation) that would link them to their launches.</comment>
        <translation>
            <numerusform>%1 GPU-Aktivität, %2 der Zeit aller GPU-Arbeit, trägt keine Nummer (correlation), die sie mit einem Launch verknüpfen würde.</numerusform>
            <numerusform>%1 GPU-Aktivitäten, %2 der Zeit aller GPU-Arbeit, tragen keine Nummer (correlation), die sie mit ihren Launches verknüpfen würde.</numerusform>
        </translation>
    </message>
    <message>
        <source>No GPU work was recorded, though collectives of GPUs (nccl) were: it is a recording without %1.</source>
        <translation>Es wurde keine GPU-Arbeit aufgezeichnet, obwohl Kollektivoperationen von GPUs (nccl) es wurden: Es ist eine Aufzeichnung ohne %1.</translation>
    </message>
    <message>
        <source>Times are whole microseconds, as PyTorch wrote them until 2024: what takes less counts as none or as one.</source>
        <translation>Die Zeiten sind ganze Mikrosekunden, wie PyTorch sie bis 2024 schrieb: Was kürzer ist, zählt als keine oder als eine.</translation>
    </message>
    <message numerus="yes">
        <source>%1 rank has no baseTimeNanoseconds that can be used, and the others have one: times of these ranks cannot be compared.</source>
        <comment>%1 ranks have no baseTimeNanoseconds that can be used, and the others have one: times of these ranks cannot be compared.</comment>
        <translation>
            <numerusform>%1 Rang hat kein verwendbares baseTimeNanoseconds, die anderen haben eins: Zeiten dieses Rangs können nicht verglichen werden.</numerusform>
            <numerusform>%1 Ränge haben kein verwendbares baseTimeNanoseconds, die anderen haben eins: Zeiten dieser Ränge können nicht verglichen werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>baseTimeNanoseconds is no whole number of nanoseconds, or none that can be a date: it is not used.</source>
        <translation>baseTimeNanoseconds ist keine ganze Zahl von Nanosekunden oder kann kein Datum sein: Der Wert wird nicht verwendet.</translation>
    </message>
    <message>
        <source>Steps, such as %1, have no length: there is no time in them.</source>
        <translation>Die Schritte, etwa %1, haben keine Länge: Darin liegt keine Zeit.</translation>
    </message>
    <message>
        <source>Steps, such as %1, have no duration that can be used: they are left out.</source>
        <translation>Die Schritte, etwa %1, haben keine verwendbare Dauer: Sie sind weggelassen.</translation>
    </message>
    <message>
        <source>No GPU work was recorded: files that PyTorch writes without Kineto have none.</source>
        <translation>Keine GPU-Arbeit wurde aufgezeichnet: Dateien, die PyTorch ohne Kineto schreibt, haben keine.</translation>
    </message>
    <message>
        <source>Written by the autograd profiler&apos;s own export, which PyTorch without Kineto uses, and EventList.export_chrome_trace: names and times, but no shapes, stacks, memory records and calls of the GPU&apos;s runtime, whatever was asked for.</source>
        <translation>Geschrieben vom eigenen Export des Autograd-Profilers, den PyTorch ohne Kineto benutzt, und EventList.export_chrome_trace: Namen und Zeiten, aber keine Formen, Aufrufstapel, Speichereinträge und Aufrufe der GPU-Laufzeit, was auch immer verlangt war.</translation>
    </message>
    <message>
        <source>The file holds no op, no runtime call and no GPU work, as PyTorch&apos;s profiler records them: another program may have written it, or nothing ran meanwhile.</source>
        <translation>Die Datei enthält keine Op, keinen Runtime-Aufruf und keine GPU-Arbeit, wie PyTorchs Profiler sie aufzeichnet: Vielleicht hat ein anderes Programm sie geschrieben, oder währenddessen lief nichts.</translation>
    </message>
    <message>
        <source>No steps: give the profiler a schedule and call prof.step() in the training loop, or name the annotations that are steps with %1.</source>
        <translation>Keine Schritte: geben Sie dem Profiler einen schedule und rufen Sie in der Trainingsschleife prof.step() auf, oder nennen Sie mit %1 die Annotationen, die Schritte sind.</translation>
    </message>
    <message>
        <source>Each of %1 GPU activities that start on an idle GPU starts %2 or more after its launch, where 5 to 30 microseconds are usual: the clock of the GPU may be late by about as much. Launch delays are too long then, and waiting for the host counts as waiting of queued work.</source>
        <translation>Jede von %1 GPU-Aktivitäten, die auf einer GPU im Leerlauf beginnen, beginnt %2 oder mehr nach ihrem Start durch den Host; üblich sind 5 bis 30 Mikrosekunden: Die Uhr der GPU geht vielleicht um etwa so viel nach. Dann sind Startverzögerungen zu lang, und Warten auf den Host zählt als Warten eingereihter Arbeit.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of the job&apos;s %2 ranks is looked at; the slowest one may be another.</source>
        <comment>%1 of the job&apos;s %2 ranks are looked at; the slowest one may not be among them.</comment>
        <translation>
            <numerusform>Nur %1 von %2 Rängen des Jobs im Blick; der langsamste ist vielleicht ein anderer.</numerusform>
            <numerusform>Nur %1 von %2 Rängen des Jobs im Blick; der langsamste ist vielleicht nicht dabei.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rank has no baseTimeNanoseconds that can be used, and the others have one: the ends of collectives put the clocks of these ranks together, as %2 tells.</source>
        <comment>%1 ranks have no baseTimeNanoseconds that can be used, and the others have one: the ends of collectives put the clocks of these ranks together, as %2 tells.</comment>
        <translation>
            <numerusform>%1 Rang hat kein brauchbares baseTimeNanoseconds, und die anderen haben eines: Die Enden von Kollektivoperationen bringen die Uhren dieser Ränge zusammen, wie %2 sagt.</numerusform>
            <numerusform>%1 Ränge haben kein brauchbares baseTimeNanoseconds, und die anderen haben eines: Die Enden von Kollektivoperationen bringen die Uhren dieser Ränge zusammen, wie %2 sagt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wait-causes</name>
    <message>
        <source>%1 of %2 collectives lack ranks of their group in this scope: of these the transfer may be shorter than it looks, and the last of the ranks that are there may itself have waited.</source>
        <translation>%1 von %2 Kollektivoperationen fehlen in diesem Umfang Ränge ihrer Gruppe: Bei ihnen kann die Übertragung kürzer sein, als sie aussieht, und der letzte der vorhandenen Ränge kann selbst gewartet haben.</translation>
    </message>
    <message>
        <source>No collective was found on two ranks or more in this scope: record every rank of the job, with %1.</source>
        <translation>In diesem Umfang wurde auf mindestens zwei Rängen keine Kollektivoperation gefunden: Zeichnen Sie jeden Rang des Jobs auf, mit %1.</translation>
    </message>
    <message>
        <source>%1: there is no kind %2; the kinds are those of the table, as allreduce.</source>
        <translation>%1: Es gibt keine Art %2; die Arten sind die der Tabelle, etwa allreduce.</translation>
    </message>
    <message numerus="yes">
        <source>In %1 collective, with %2 of the %3 of waits, the ends of the ranks lie or scatter, by the clocks as they are known, at least half as far apart as the longest wait: who came late there is not known, since a longer run may be a longer transfer and no wait.</source>
        <comment>In %1 collectives, with %2 of the %3 of waits, the ends of the ranks lie or scatter, by the clocks as they are known, at least half as far apart as the longest wait: who came late there is not known, since a longer run may be a longer transfer and no wait.</comment>
        <translation>
            <numerusform>In %1 Kollektiv, mit %2 der Wartezeit von %3, liegen oder streuen die Enden der Ränge, nach den Uhren, wie sie bekannt sind, mindestens halb so weit auseinander, wie die längste Wartezeit dauert: wer dort zu spät kam, ist nicht bekannt, denn ein längerer Lauf kann eine längere Übertragung sein und kein Warten.</numerusform>
            <numerusform>In %1 Kollektiven, mit %2 der Wartezeit von %3, liegen oder streuen die Enden der Ränge, nach den Uhren, wie sie bekannt sind, mindestens halb so weit auseinander, wie die längste Wartezeit dauert: wer dort zu spät kam, ist nicht bekannt, denn ein längerer Lauf kann eine längere Übertragung sein und kein Warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>No collective was found on two ranks or more in this scope: it takes the traces of several ranks, opened together, and collectives that can be told to be the same.</source>
        <translation>In diesem Umfang wurde keine Kollektivoperation auf zwei oder mehr Rängen gefunden: Dazu gehören die Traces mehrerer Ränge, zusammen geöffnet, und Kollektivoperationen, die sich als dieselben erkennen lassen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 runs of communication has no other rank in this scope, though its group has ranks that are missing here: whom it waits for, and how long, is not known.</source>
        <comment>%1 of %2 runs of communication have no other rank in this scope, though their groups have ranks that are missing here: whom they wait for, and how long, is not known.</comment>
        <translation>
            <numerusform>%1 von %2 Kommunikationsläufen hat in diesem Umfang keinen anderen Rang, obwohl in seiner Gruppe Ränge sind, die hier fehlen: Auf wen er wartet und wie lange, ist nicht bekannt.</numerusform>
            <numerusform>%1 von %2 Kommunikationsläufen haben in diesem Umfang keinen anderen Rang, obwohl in ihren Gruppen Ränge sind, die hier fehlen: Auf wen sie warten und wie lange, ist nicht bekannt.</numerusform>
        </translation>
    </message>
    <message>
        <source>beside those of GPUs, collectives of CPU backends run on the host, together for %1: whom ranks wait for in them is not in these figures.</source>
        <translation>neben denen der GPUs laufen auf dem Host Kollektivoperationen von CPU-Backends, zusammen %1: Auf wen Ränge darin warten, steckt nicht in diesen Zahlen.</translation>
    </message>
    <message>
        <source>rank %1 has %2 of %3</source>
        <translation>Rang %1 hat %2 von %3</translation>
    </message>
    <message>
        <source>%1 Rank %2 is in them least, for %3, rank %4 most, for %5: who comes last in one waits least in it.</source>
        <translation>%1 Rang %2 ist am kürzesten darin, %3, Rang %4 am längsten, %5: Wer in einem zuletzt kommt, wartet darin am wenigsten.</translation>
    </message>
    <message>
        <source>Reasons are told for collectives that all ranks leave together, from which on what each did can be compared: %1 of the %2 of waits are in others (%3).</source>
        <translation>Gründe werden für Kollektivoperationen genannt, die alle Ränge gemeinsam verlassen; was jeder von da an tat, lässt sich vergleichen. %1 der %2 Wartezeit liegen in anderen (%3).</translation>
    </message>
    <message>
        <source>%1 An all-to-all is one where its ranks pass different amounts.</source>
        <translation>%1 Ein All-to-all gehört dazu, wenn seine Ränge verschiedene Mengen übergeben.</translation>
    </message>
    <message numerus="yes">
        <source>Of %1 rank runs of collectives seem to be missing: %2. Whether it came last in those is not known, since its file does not have them: who did is told of the other ranks alone.</source>
        <comment>Of %1 ranks runs of collectives seem to be missing: %2. Whether one of them came last in those is not known, since their files do not have them: who did is told of the other ranks alone.</comment>
        <translation>
            <numerusform>Von %1 Rang scheinen Läufe von Kollektivoperationen zu fehlen: %2. Ob er bei diesen zuletzt kam, ist nicht bekannt, da sie in seiner Datei fehlen: Wer es war, wird nur von den anderen Rängen gesagt.</numerusform>
            <numerusform>Von %1 Rängen scheinen Läufe von Kollektivoperationen zu fehlen: %2. Ob einer von ihnen bei diesen zuletzt kam, ist nicht bekannt, da sie in ihren Dateien fehlen: Wer es war, wird nur von den anderen Rängen gesagt.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 The tables charge these waits to the rank with the shortest run.</source>
        <translation>%1 Die Tabellen rechnen diese Wartezeiten dem Rang mit dem kürzesten Lauf an.</translation>
    </message>
    <message>
        <source>%1 The tables charge these waits to the rank with the shortest run: with them rank %2 causes %3 of all waits, without them %4.</source>
        <translation>%1 Die Tabellen rechnen diese Wartezeiten dem Rang mit dem kürzesten Lauf an: Mit ihnen verursacht Rang %2 %3 aller Wartezeiten, ohne sie %4.</translation>
    </message>
    <message>
        <source>No communication kernel is in this scope, though GPU work was recorded: nothing here tells whether ranks wait for each other.</source>
        <translation>In diesem Umfang ist kein Kommunikationskernel, obwohl GPU-Arbeit aufgezeichnet wurde: Nichts hier sagt, ob Ränge aufeinander warten.</translation>
    </message>
    <message>
        <source>No communication of the chosen group and kinds is in this scope.</source>
        <translation>Keine Kommunikation der gewählten Gruppe und Arten ist in diesem Umfang.</translation>
    </message>
    <message>
        <source>Ranks wait in several collectives at once: sums over collectives, as that of waits caused, have each of these waits, together %1; the time that ranks wait is %2.</source>
        <translation>Ränge warten in mehreren Kollektivoperationen zugleich: Summen über Kollektivoperationen, etwa die der verursachten Wartezeit, enthalten jede davon, zusammen %1; die Zeit, die Ränge warten, ist %2.</translation>
    </message>
    <message numerus="yes">
        <source>In %1 broadcast, with %2 of the %3 of waits, all others waited for one rank. What made that one late is among the leads, in which it is compared with another; the columns of reasons, and the main reason of a rank, leave broadcasts out.</source>
        <comment>In %1 broadcasts, with %2 of the %3 of waits, all others waited for one rank. What made that one late is among the leads, in which it is compared with another; the columns of reasons, and the main reason of a rank, leave broadcasts out.</comment>
        <translation>
            <numerusform>In %1 Broadcast, mit %2 der Wartezeit von %3, warteten alle anderen auf einen Rang. Was ihn verspätete, steht unter den Vorläufen, in denen er mit einem anderen verglichen wird; die Spalten der Gründe und der Hauptgrund eines Rangs lassen Broadcasts aus.</numerusform>
            <numerusform>In %1 Broadcasts, mit %2 der Wartezeit von %3, warteten alle anderen auf einen Rang. Was ihn verspätete, steht unter den Vorläufen, in denen er mit einem anderen verglichen wird; die Spalten der Gründe und der Hauptgrund eines Rangs lassen Broadcasts aus.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 runs of collectives and transfers, which takes %3, could be matched with no run of another rank: whom its rank waits for in it is not known, and the waits here are without it.</source>
        <comment>%1 of %2 runs of collectives and transfers, which take %3 together, could be matched with no run of another rank: whom their ranks wait for in them is not known, and the waits here are without them.</comment>
        <translation>
            <numerusform>%1 von %2 Läufen von Kollektivoperationen und Übertragungen, der %3 dauert, ließ sich keinem Lauf eines anderen Rangs zuordnen: Auf wen sein Rang darin wartet, ist nicht bekannt, und er fehlt in den Wartezeiten hier.</numerusform>
            <numerusform>%1 von %2 Läufen von Kollektivoperationen und Übertragungen, die %3 dauern, ließen sich keinem Lauf eines anderen Rangs zuordnen: Auf wen ihre Ränge darin warten, ist nicht bekannt, und sie fehlen in den Wartezeiten hier.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of the job&apos;s %2 ranks is looked at, and which ranks a group has is not in the files: where others take part, too, the transfer may be shorter than it looks, and the rank that is there may itself have waited.</source>
        <comment>%1 of the job&apos;s %2 ranks are looked at, and which ranks a group has is not in the files: where others take part, too, the transfer may be shorter than it looks, and the last of the ranks that are there may itself have waited.</comment>
        <translation>
            <numerusform>Nur %1 der %2 Ränge des Jobs im Blick, und welche Ränge eine Gruppe hat, steht nicht in den Dateien: Wo auch andere teilnehmen, kann die Übertragung kürzer sein, als sie aussieht, und der vorhandene Rang kann selbst gewartet haben.</numerusform>
            <numerusform>Nur %1 der %2 Ränge des Jobs im Blick, und welche Ränge eine Gruppe hat, steht nicht in den Dateien: Wo auch andere teilnehmen, kann die Übertragung kürzer sein, als sie aussieht, und der letzte der vorhandenen Ränge kann selbst gewartet haben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In %1 all-to-all, which takes %2 on all ranks together, ranks pass different amounts: who has less may leave earlier, so that only clocks tell how long each waited for the others. How those of these ranks differ is not known: their waits are not in these figures.</source>
        <comment>In %1 all-to-alls, which take %2 on all ranks together, ranks pass different amounts: who has less may leave earlier, so that only clocks tell how long each waited for the others. How those of these ranks differ is not known: their waits are not in these figures.</comment>
        <translation>
            <numerusform>In %1 All-to-all, das auf allen Rängen zusammen %2 dauert, übergeben Ränge unterschiedlich viel: Wer weniger hat, kann früher fertig sein, sodass nur Uhren sagen, wie lange jeder auf die anderen gewartet hat. Wie weit die dieser Ränge auseinanderliegen, ist nicht bekannt: Ihre Wartezeiten fehlen in diesen Zahlen.</numerusform>
            <numerusform>In %1 All-to-alls, die auf allen Rängen zusammen %2 dauern, übergeben Ränge unterschiedlich viel: Wer weniger hat, kann früher fertig sein, sodass nur Uhren sagen, wie lange jeder auf die anderen gewartet hat. Wie weit die dieser Ränge auseinanderliegen, ist nicht bekannt: Ihre Wartezeiten fehlen in diesen Zahlen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>waiting-work</name>
    <message>
        <source>%1 counts as computation and runs for %2, though by its name it only waits: without it, computation takes %3, not %4. A rule for its name can say what it is.</source>
        <translation>%1 zählt als Rechnen und läuft %2, obwohl es dem Namen nach nur wartet: Ohne es dauert das Rechnen %3, nicht %4. Eine Regel für den Namen kann sagen, was es ist.</translation>
    </message>
</context>
<context>
    <name>waterfall</name>
    <message>
        <source>Step %1 has no end on the GPU, where a step lasts until the work of the next one begins: choose another step, or the host&apos;s steps with %2.</source>
        <translation>Schritt %1 hat auf der GPU kein Ende; ein Schritt dauert dort, bis die Arbeit des nächsten beginnt: Wählen Sie einen anderen Schritt oder mit %2 die Schritte des Hosts.</translation>
    </message>
    <message>
        <source>The last step of a rank is left out: on the GPU a step lasts until the work of the next one begins.</source>
        <translation>Der letzte Schritt eines Rangs zählt nicht: Auf der GPU dauert ein Schritt, bis die Arbeit des nächsten beginnt.</translation>
    </message>
    <message>
        <source>wall time</source>
        <translation>Wandzeit</translation>
    </message>
    <message>
        <source>computation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>unverdeckte Kommunikation</translation>
    </message>
    <message>
        <source>exposed copies</source>
        <translation>unverdeckte Kopien</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>andere Arbeit</translation>
    </message>
    <message>
        <source>waiting for the host</source>
        <translation>Warten auf den Host</translation>
    </message>
    <message>
        <source>idle time between kernels</source>
        <translation>Leerlauf zwischen Kernels</translation>
    </message>
    <message>
        <source>idle time that nothing explains</source>
        <translation>Leerlauf, den nichts erklärt</translation>
    </message>
    <message>
        <source>idle time before work of unknown launch</source>
        <translation>Leerlauf vor Arbeit mit unbekanntem Launch</translation>
    </message>
    <message>
        <source>With one window a side nothing tells whether that is noise.</source>
        <translation>Mit einem Fenster je Seite sagt nichts, ob das Rauschen ist.</translation>
    </message>
    <message>
        <source>%1 and %2 windows are too few to tell whether that is noise.</source>
        <translation>%1 und %2 Fenster sind zu wenige, um zu sagen, ob das Rauschen ist.</translation>
    </message>
    <message>
        <source>Over all %1 and %2 windows the difference is within noise.</source>
        <translation>Über alle %1 und %2 Fenster liegt der Unterschied im Rauschen.</translation>
    </message>
    <message>
        <source>Over all %1 and %2 windows the test is longer by more than noise: %3 to %4.</source>
        <translation>Über alle %1 und %2 Fenster dauert der Test um mehr als Rauschen länger: %3 bis %4.</translation>
    </message>
    <message>
        <source>Over all %1 and %2 windows the test is shorter by more than noise: %3 to %4.</source>
        <translation>Über alle %1 und %2 Fenster dauert der Test um mehr als Rauschen kürzer: %3 bis %4.</translation>
    </message>
    <message>
        <source>%1 less %2</source>
        <translation>%1 weniger %2</translation>
    </message>
    <message>
        <source>%1 more %2</source>
        <translation>%1 mehr %2</translation>
    </message>
    <message>
        <source>The test takes %1 (%2) less than the control: %3.</source>
        <translation>Der Test dauert %1 (%2) weniger als die Kontrolle: %3.</translation>
    </message>
    <message>
        <source>The test takes %1 (%2) more than the control: %3.</source>
        <translation>Der Test dauert %1 (%2) mehr als die Kontrolle: %3.</translation>
    </message>
    <message>
        <source>Of a rank of which only a summary is there the windows are its steps on the host, and kernels below the summary&apos;s threshold are one row, %1.</source>
        <translation>Bei einem Rang, von dem nur eine Zusammenfassung da ist, sind die Fenster seine Schritte auf dem Host, und Kernel unter der Schwelle der Zusammenfassung sind eine Zeile, %1.</translation>
    </message>
    <message>
        <source>A side has no window: no GPU work in this scope, or one step that has no end on the GPU, which %2 set to host does without. Record several steps, with %1.</source>
        <translation>Eine Seite hat kein Fenster: keine GPU-Arbeit in diesem Umfang oder nur ein Schritt, der auf der GPU kein Ende hat; mit %2 auf host geht es ohne. Zeichnen Sie mehrere Schritte auf, mit %1.</translation>
    </message>
    <message>
        <source>The control&apos;s rank waits for other ranks in %1 of its %2 of exposed communication, the test&apos;s in %3 of %4; the rest is %5 and %6.</source>
        <translation>Der Rang der Kontrolle wartet in %1 seiner %2 unverdeckter Kommunikation auf andere Ränge, der des Tests in %3 von %4; der Rest ist %5 und %6.</translation>
    </message>
    <message>
        <source>Steps are those of the GPU, each from its first work to the first work of the next: where the GPU waits for the host before the first work of a step, that wait belongs to the step before. Set %1 to host for the steps of the host.</source>
        <translation>Schritte sind die der GPU, jeder von seiner ersten Arbeit bis zur ersten des nächsten: Wartet die GPU vor der ersten Arbeit eines Schritts auf den Host, gehört das zum Schritt davor. Für die Schritte des Hosts %1 auf host setzen.</translation>
    </message>
    <message>
        <source>Nothing differs in the windows that were compared: both take %1, part by part.</source>
        <translation>In den verglichenen Fenstern unterscheidet sich nichts: Beide dauern %1, Teil für Teil.</translation>
    </message>
    <message>
        <source>as much %1</source>
        <translation>gleich viel %1</translation>
    </message>
    <message>
        <source> (rank %1)</source>
        <translation> (Rang %1)</translation>
    </message>
    <message>
        <source> (step %1)</source>
        <translation> (Schritt %1)</translation>
    </message>
    <message>
        <source> (rank %1, step %2)</source>
        <translation> (Rang %1, Schritt %2)</translation>
    </message>
    <message>
        <source> The medians over all windows of the sides differ otherwise: in the test %1.</source>
        <translation> Die Mediane über alle Fenster der Seiten unterscheiden sich anders: im Test %1.</translation>
    </message>
    <message>
        <source>Both windows take %1; in the test %2.%3 %4</source>
        <translation>Beide Fenster dauern %1; im Test %2.%3 %4</translation>
    </message>
    <message>
        <source>The test&apos;s median window%1 takes %2 (%3) less than the control&apos;s%4: %5.</source>
        <translation>Das mittlere Fenster des Tests%1 dauert %2 (%3) weniger als das der Kontrolle%4: %5.</translation>
    </message>
    <message>
        <source>The test&apos;s median window%1 takes %2 (%3) more than the control&apos;s%4: %5.</source>
        <translation>Das mittlere Fenster des Tests%1 dauert %2 (%3) mehr als das der Kontrolle%4: %5.</translation>
    </message>
    <message>
        <source>%1%2 %3</source>
        <translation>%1%2 %3</translation>
    </message>
    <message>
        <source>Both median windows take %1; in the test %2.%3 %4</source>
        <translation>Beide mittleren Fenster dauern %1; im Test %2.%3 %4</translation>
    </message>
    <message>
        <source>A side has no window: no GPU work in this scope, or one step that has no end on the GPU, which %1 set to host does without.</source>
        <translation>Eine Seite hat kein Fenster: keine GPU-Arbeit in diesem Umfang, oder ein Schritt ohne Ende auf der GPU, was %1 auf host nicht braucht.</translation>
    </message>
    <message>
        <source>Both median windows take %1.</source>
        <translation>Beide mittleren Fenster dauern %1.</translation>
    </message>
    <message>
        <source>Both windows take %1.</source>
        <translation>Beide Fenster dauern %1.</translation>
    </message>
    <message>
        <source>The test takes %1 (%2) less than the control.</source>
        <translation>Der Test dauert %1 (%2) weniger als die Kontrolle.</translation>
    </message>
    <message>
        <source>The test takes %1 (%2) more than the control.</source>
        <translation>Der Test dauert %1 (%2) mehr als die Kontrolle.</translation>
    </message>
    <message>
        <source>The test&apos;s median window%1 takes %2 (%3) less than the control&apos;s%4.</source>
        <translation>Das mittlere Fenster des Tests%1 dauert %2 (%3) weniger als das der Kontrolle%4.</translation>
    </message>
    <message>
        <source>The test&apos;s median window%1 takes %2 (%3) more than the control&apos;s%4.</source>
        <translation>Das mittlere Fenster des Tests%1 dauert %2 (%3) mehr als das der Kontrolle%4.</translation>
    </message>
    <message>
        <source>%1 %2 What of it is work of a GPU, and what is waiting, is not known: of a rank no GPU work was recorded.</source>
        <translation>%1 %2 Was davon GPU-Arbeit und was Warten ist, ist nicht bekannt: Von einem Rang wurde keine GPU-Arbeit aufgezeichnet.</translation>
    </message>
    <message numerus="yes">
        <source> Of the %2 pairs of windows of one step %1 does, that of step %3: in the test %4.</source>
        <comment> Of the %2 pairs of windows of one step %1 do, most of all that of step %3: in the test %4.</comment>
        <translation>
            <numerusform> Von den %2 Paaren von Fenstern je eines Schritts unterscheidet sich %1, das von Schritt %3: Im Test %4.</numerusform>
            <numerusform> Von den %2 Paaren von Fenstern je eines Schritts unterscheiden sich %1, am meisten das von Schritt %3: Im Test %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> Of the %2 pairs of windows of one step %1 does, that of rank %5 in step %3: in the test %4.</source>
        <comment> Of the %2 pairs of windows of one step %1 do, most of all that of rank %5 in step %3: in the test %4.</comment>
        <translation>
            <numerusform> Von den %2 Paaren von Fenstern je eines Schritts unterscheidet sich %1, das von Rang %5 in Schritt %3: Im Test %4.</numerusform>
            <numerusform> Von den %2 Paaren von Fenstern je eines Schritts unterscheiden sich %1, am meisten das von Rang %5 in Schritt %3: Im Test %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>Both windows take %1, part by part.%2</source>
        <translation>Beide Fenster dauern %1, Teil für Teil.%2</translation>
    </message>
    <message>
        <source> Nor do the %1 pairs of windows of one step, part by part.</source>
        <translation> Auch die %1 Paare von Fenstern je eines Schritts nicht, Teil für Teil.</translation>
    </message>
    <message>
        <source>The median windows do not differ: both take %1, part by part. Others may.%3%2</source>
        <translation>Die mittleren Fenster unterscheiden sich nicht: Beide dauern %1, Teil für Teil. Andere womöglich schon.%3%2</translation>
    </message>
    <message>
        <source>The median windows do not differ: both take %1, part by part.%4%3%2</source>
        <translation>Die mittleren Fenster unterscheiden sich nicht: Beide dauern %1, Teil für Teil.%4%3%2</translation>
    </message>
    <message>
        <source> Kernels of the median windows differ: in the test %1 takes %2 less and %3 takes %4 more.</source>
        <translation> Kernel der Median-Fenster unterscheiden sich: Im Test braucht %1 %2 weniger und %3 %4 mehr.</translation>
    </message>
    <message>
        <source> Kernels of the median windows differ: in the test %1 takes %2 less.</source>
        <translation> Kernel der Median-Fenster unterscheiden sich: Im Test braucht %1 %2 weniger.</translation>
    </message>
    <message>
        <source> Kernels of the median windows differ: in the test %1 takes %2 more.</source>
        <translation> Kernel der Median-Fenster unterscheiden sich: Im Test braucht %1 %2 mehr.</translation>
    </message>
    <message numerus="yes">
        <source> Kernels of the median windows differ: in the test %2 has %1 call less.</source>
        <comment> Kernels of the median windows differ: in the test %2 has %1 calls less.</comment>
        <translation>
            <numerusform> Kernel der Median-Fenster unterscheiden sich: Im Test hat %2 %1 Aufruf weniger.</numerusform>
            <numerusform> Kernel der Median-Fenster unterscheiden sich: Im Test hat %2 %1 Aufrufe weniger.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> Kernels of the median windows differ: in the test %2 has %1 call more.</source>
        <comment> Kernels of the median windows differ: in the test %2 has %1 calls more.</comment>
        <translation>
            <numerusform> Kernel der Median-Fenster unterscheiden sich: Im Test hat %2 %1 Aufruf mehr.</numerusform>
            <numerusform> Kernel der Median-Fenster unterscheiden sich: Im Test hat %2 %1 Aufrufe mehr.</numerusform>
        </translation>
    </message>
    <message>
        <source> The medians over all windows of the sides do not differ in %1.</source>
        <translation> Die Mediane über alle Fenster der Seiten unterscheiden sich in %1 nicht.</translation>
    </message>
</context>
<context>
    <name>what-if</name>
    <message>
        <source>A wait can only be taken away: %1=0.</source>
        <translation>Eine Wartezeit kann nur wegfallen: %1=0.</translation>
    </message>
    <message>
        <source>A chain can only be fused: %1=1.</source>
        <translation>Eine Kette kann nur zusammengefasst werden: %1=1.</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>all host time</source>
        <translation>alle Host-Zeit</translation>
    </message>
    <message>
        <source>host time: %1</source>
        <translation>Host-Zeit: %1</translation>
    </message>
    <message>
        <source>GPU work: %1</source>
        <translation>GPU-Arbeit: %1</translation>
    </message>
    <message>
        <source>GPU work of %1</source>
        <translation>GPU-Arbeit von %1</translation>
    </message>
    <message>
        <source>no waiting for the GPU</source>
        <translation>kein Warten auf die GPU</translation>
    </message>
    <message>
        <source>no waiting in any call</source>
        <translation>kein Warten in irgendeinem Aufruf</translation>
    </message>
    <message>
        <source>no waiting in %1</source>
        <translation>kein Warten in %1</translation>
    </message>
    <message>
        <source>%1 fused</source>
        <translation>%1 zusammengefasst</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 gestrichen</translation>
    </message>
    <message>
        <source>%1 twice as fast</source>
        <translation>%1 doppelt so schnell</translation>
    </message>
    <message>
        <source>there is no recorded time to replay.</source>
        <translation>es gibt keine aufgezeichnete Zeit zum Nachspielen.</translation>
    </message>
    <message>
        <source>the host waited %1 for work that was not recorded; no change is said to save any of it.</source>
        <translation>der Host wartete %1 auf Arbeit, die nicht aufgezeichnet wurde; von keiner Änderung wird gesagt, dass sie davon etwas spart.</translation>
    </message>
    <message>
        <source>synchronisations took %1 although no recorded work was left to wait for; no change is said to save any of it.</source>
        <translation>Synchronisierungen dauerten %1, obwohl keine aufgezeichnete Arbeit mehr ausstand; von keiner Änderung wird gesagt, dass sie davon etwas spart.</translation>
    </message>
    <message>
        <source>The first table is of the whole trace; the chart and the other tables are of the chosen steps.</source>
        <translation>Die erste Tabelle gilt für die ganze Aufzeichnung; das Diagramm und die anderen Tabellen gelten für die gewählten Schritte.</translation>
    </message>
    <message>
        <source>An estimate, no promise: the recording is replayed with the dependencies and gaps that it shows. What kernels that share the device, other ranks, clocks, the allocator or a lock would do is not known, nor whether a value is needed that a removed wait waited for.</source>
        <translation>Eine Schätzung, kein Versprechen: Die Aufzeichnung wird mit den Abhängigkeiten und Lücken nachgespielt, die sie zeigt. Was Kernels, die sich das Gerät teilen, andere Ränge, Takte, der Allokator oder eine Sperre tun würden, ist nicht bekannt, auch nicht, ob der Wert gebraucht wird, auf den ein weggelassenes Warten gewartet hat.</translation>
    </message>
    <message>
        <source>launch calls took %1 in front of a full queue: a change that lets launch calls take no time takes that waiting away, too, as if the queue had no end.</source>
        <translation>Launch-Aufrufe brauchten %1 vor einer vollen Warteschlange: Eine Änderung, mit der Launch-Aufrufe keine Zeit brauchen, nimmt auch dieses Warten weg, als hätte die Warteschlange kein Ende.</translation>
    </message>
    <message>
        <source>the main thread sleeps or waits in Python for %1: for another thread, a request or a timer, which the trace does not tell. Changes of Python or of all host time shorten that, too.</source>
        <translation>der Hauptthread schläft oder wartet in Python %1: auf einen anderen Thread, eine Anfrage oder einen Timer, was der Trace nicht sagt. Änderungen von Python oder aller Hostzeit verkürzen auch das.</translation>
    </message>
    <message>
        <source>Nothing that was recorded is meant by %1, so it saves nothing. Names count as a whole; /part/ is looked for anywhere in them.</source>
        <translation>Mit %1 ist nichts gemeint, was aufgezeichnet wurde; also spart es nichts. Namen zählen als Ganzes; /Teil/ wird irgendwo in ihnen gesucht.</translation>
    </message>
    <message>
        <source>Replays are of the whole trace: a chosen range or chosen streams change nothing here.</source>
        <translation>Nachgespielt wird der ganze Trace: Ein gewählter Bereich oder gewählte Streams ändern hier nichts.</translation>
    </message>
    <message>
        <source>synchronisations go on for %1 after the recorded work that they wait for has ended, for 1 ms or more each: they may wait for work that was not recorded. Where waiting is gone, that time is, too.</source>
        <translation>Synchronisationen dauern noch %1 an, nachdem die aufgezeichnete Arbeit, auf die sie warten, zu Ende ist, jede 1 ms oder länger: Sie warten vielleicht auf Arbeit, die nicht aufgezeichnet wurde. Wo das Warten weg ist, ist es auch diese Zeit.</translation>
    </message>
    <message>
        <source>%1 of %2 GPU activities are linked to no launch: a replay keeps how long after what was before them they start, however early the host would launch them.</source>
        <translation>%1 von %2 GPU-Aktivitäten sind mit keinem Launch verknüpft: Beim Nachspielen beginnen sie so lange nach dem, was vor ihnen war, wie aufgezeichnet, wie früh der Host sie auch starten würde.</translation>
    </message>
    <message>
        <source>%1 is no cause of host time. Write all, or one of %2.</source>
        <translation>%1 ist keine Ursache von Host-Zeit. Möglich sind all oder eine von %2.</translation>
    </message>
    <message>
        <source>%1 unchanged</source>
        <translation>%1 unverändert</translation>
    </message>
    <message>
        <source>%1 taking %2 times as long</source>
        <translation>%1 mit %2-facher Dauer</translation>
    </message>
    <message>
        <source>blocking copy calls take %1 until their copies begin, and a replay keeps that: without waits the calls still take as long, and where calls take no time the host goes on, but the copies begin as long after.</source>
        <translation>blockierende Kopieraufrufe brauchen %1, bis ihre Kopien beginnen, und eine Nachspielung behält das bei: Ohne Warten brauchen die Aufrufe noch ebenso lange, und wo Aufrufe keine Zeit brauchen, läuft der Host weiter, die Kopien beginnen aber ebenso lange danach.</translation>
    </message>
    <message>
        <source>for %1, %2 of the critical path, work that was launched in time waits for an event or for something that was not recorded: a replay keeps these waits, whatever gets faster. Where they are for other work, such as that of another device, a change that makes it faster may save more than is said here.</source>
        <translation>%1 lang, %2 des kritischen Pfads, wartet rechtzeitig gestartete Arbeit auf ein Event oder auf etwas, das nicht aufgezeichnet wurde: Eine Nachspielung behält dieses Warten bei, was auch schneller wird. Wo es anderer Arbeit gilt, etwa der eines anderen Geräts, kann eine Änderung, die diese beschleunigt, mehr ersparen als hier angegeben.</translation>
    </message>
    <message>
        <source>%1 (part may be the cost of recording Python)</source>
        <translation>%1 (ein Teil davon können die Kosten der Aufzeichnung von Python sein)</translation>
    </message>
    <message>
        <source>No chain that was recorded is meant by %1, so it saves nothing. Names count as a whole.</source>
        <translation>Mit %1 ist keine aufgezeichnete Kette gemeint, es erspart also nichts. Namen zählen als Ganzes.</translation>
    </message>
    <message>
        <source>Nothing that was recorded is meant by %1, so it saves nothing.</source>
        <translation>Mit %1 ist nichts Aufgezeichnetes gemeint, es erspart also nichts.</translation>
    </message>
    <message>
        <source>Changes are separated by commas, not by semicolons: %1.</source>
        <translation>Änderungen werden durch Kommas getrennt, nicht durch Semikolons: %1.</translation>
    </message>
    <message>
        <source>%1, by its name a wait, half as long</source>
        <translation>%1, dem Namen nach ein Warten, halb so lang</translation>
    </message>
    <message>
        <source>threads other than the main one are in collectives (%1) for %2: where the main thread waits for them, what was not recorded of it cannot go while they stay.</source>
        <translation>andere Threads als der Hauptthread sind %2 lang in Kollektivoperationen (%1): Wo er auf sie wartet, kann sein nicht aufgezeichneter Teil nicht wegfallen, solange sie bleiben.</translation>
    </message>
    <message>
        <source>collectives of CPU backends run on the host for %1, until the other ranks have done their part. A replay keeps the waiting for them as recorded, or shortens it like other host time: while the other ranks stay as they are, changes may save less than is said here.</source>
        <translation>auf dem Host laufen %1 lang Kollektivoperationen von CPU-Backends, bis die anderen Ränge ihren Teil getan haben. Eine Wiederholung lässt das Warten auf sie wie aufgezeichnet oder verkürzt es wie andere Hostzeit: Solange die anderen Ränge bleiben, wie sie sind, können Änderungen weniger sparen als hier angegeben.</translation>
    </message>
    <message>
        <source>%1 counts as computation, though by its name it only waits. A change that shortens it says what it would save if what it waits for came sooner: the wait itself cannot be made faster.</source>
        <translation>%1 zählt als Rechnen, obwohl es dem Namen nach nur wartet. Eine Änderung, die es verkürzt, sagt, was gespart würde, käme das Erwartete früher: Das Warten selbst kann nicht schneller werden.</translation>
    </message>
    <message>
        <source>%1 (Python of distributed_c10d.py; none was recorded)</source>
        <translation>%1 (Python von distributed_c10d.py; aufgezeichnet wurde keine)</translation>
    </message>
    <message>
        <source>nothing is saved, although what changes has %1 of the critical path: the replay keeps that time, or something else takes as long.</source>
        <translation>es wird nichts gespart, obwohl das, was sich ändert, %1 des kritischen Pfads hat: Die Wiederholung behält diese Zeit bei, oder anderes dauert ebenso lange.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>nothing is saved: what changes is nowhere on the critical path, which leads above all through %1.</source>
        <translation>es wird nichts gespart: Was sich ändert, liegt nirgends auf dem kritischen Pfad; er führt vor allem durch %1.</translation>
    </message>
    <message>
        <source>Nothing that was recorded is meant by %1, so it saves nothing: no ten launches or more are repeated in the same order without waiting for the GPU in between.</source>
        <translation>%1 meint nichts Aufgezeichnetes, spart also nichts: nirgends wiederholen sich zehn oder mehr Launches in derselben Reihenfolge, ohne dass dazwischen auf die GPU gewartet wird.</translation>
    </message>
    <message>
        <source>repeated launches as graphs</source>
        <translation>wiederholte Launches als Graphen</translation>
    </message>
    <message>
        <source>most of what is repeated are %1 GPU activities, launched %2 times in the same order and with the same grids. A graph needs the same addresses, too, and nothing that the host has to do in between, which the file does not tell; what it costs to launch one is not in the estimate.</source>
        <translation>das meiste, was sich wiederholt, sind %1 GPU-Aktivitäten, %2-mal in derselben Reihenfolge und mit denselben Grids gestartet. Ein Graph braucht auch dieselben Adressen und nichts, was der Host dazwischen tun muss; das sagt die Datei nicht. Was der Launch eines Graphen kostet, ist nicht in der Schätzung.</translation>
    </message>
    <message>
        <source>most of what is repeated are %1 GPU activities, launched %2 times in the same order. A graph needs the same shapes and addresses, and nothing that the host has to do in between, which the file does not tell; what it costs to launch one is not in the estimate.</source>
        <translation>das meiste, was sich wiederholt, sind %1 GPU-Aktivitäten, %2-mal in derselben Reihenfolge gestartet. Ein Graph braucht dieselben Formen und Adressen und nichts, was der Host dazwischen tun muss; das sagt die Datei nicht. Was der Launch eines Graphen kostet, ist nicht in der Schätzung.</translation>
    </message>
    <message>
        <source>most of what is repeated are %1 GPU activities, launched %2 times in the same order, but with other grids, as other shapes give: a graph needs the same ones each time, so that less can be saved this way.</source>
        <translation>das meiste, was sich wiederholt, sind %1 GPU-Aktivitäten, %2-mal in derselben Reihenfolge gestartet, aber mit anderen Grids, wie andere Formen sie ergeben: Ein Graph braucht jedes Mal dieselben, auf diese Weise lässt sich also weniger sparen.</translation>
    </message>
    <message>
        <source>threads other than the main one that launch kernels are in calls for %1: where the main thread waits for them, as it does for the backward pass, shorter calls may save more than is said here. No ops were recorded, which would tell.</source>
        <translation>andere Threads als der Haupt-Thread, die Kernel starten, sind %1 lang in Aufrufen: Wo der Haupt-Thread auf sie wartet, wie beim Rückwärtsdurchlauf, sparen kürzere Aufrufe vielleicht mehr als hier angegeben. Ops, die es zeigen würden, wurden nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>its first and last times are %1 apart, which cannot be right: it is not replayed.</source>
        <translation>die ersten und letzten Zeiten liegen %1 auseinander, was nicht stimmen kann: Nichts davon wird nachgespielt.</translation>
    </message>
    <message>
        <source>the host waited %1 for work that was not recorded, or for the GPU to be set up; no change is said to save any of it.</source>
        <translation>der Host wartete %1 auf Arbeit, die nicht aufgezeichnet wurde, oder darauf, dass die GPU eingerichtet war; von keiner Änderung wird gesagt, dass sie davon etwas spart.</translation>
    </message>
    <message>
        <source>for %1 nothing was recorded of the main thread while other threads do something: it may be waiting for one of them, as threads of a pool do. Where it is, what was not recorded of it cannot go while they stay, and what that would save is no saving to expect.</source>
        <translation>für %1 wurde nichts vom Haupt-Thread aufgezeichnet, während andere Threads etwas tun: Er wartet vielleicht auf einen von ihnen, wie es Threads eines Pools tun. Wo das so ist, kann nicht wegfallen, was von ihm nicht aufgezeichnet wurde, solange sie bleiben, und was das sparen würde, ist keine Ersparnis, die zu erwarten ist.</translation>
    </message>
    <message>
        <source>No GPU work was launched in an op that is meant by %1, so it saves nothing: such a change is about the GPU work of ops, %2 about what they do on the host. Names count as a whole; /part/ is looked for anywhere in them. Annotations are no ops.</source>
        <translation>In keiner Op, die mit %1 gemeint ist, wurde GPU-Arbeit gestartet, also spart es nichts: Eine solche Änderung betrifft die GPU-Arbeit von Ops, %2 das, was sie auf dem Host tun. Namen zählen als Ganzes; nach /Teil/ wird überall in ihnen gesucht. Annotationen sind keine Ops.</translation>
    </message>
    <message>
        <source>%1 (names of these kernels are not sure)</source>
        <translation>%1 (die Namen dieser Kernel sind unsicher)</translation>
    </message>
    <message>
        <source>Nothing that was recorded is meant by %1, so it saves nothing: it is for recordings in which no sequence of launches comes again.</source>
        <translation>%1 meint nichts Aufgezeichnetes, spart also nichts: Es ist für Aufzeichnungen, in denen sich keine Folge von Launches wiederholt.</translation>
    </message>
    <message>
        <source>No op, annotation, Python frame or call on the host is meant by %1, so it changes nothing. Names count as a whole; /part/ is looked for anywhere in them.</source>
        <translation>Mit %1 ist keine Op, keine Annotation, kein Python-Frame und kein Aufruf auf dem Host gemeint, es ändert also nichts. Namen zählen als Ganzes; /Teil/ wird irgendwo in ihnen gesucht.</translation>
    </message>
    <message>
        <source>%1 is no change: write WHAT:TARGET=FACTOR, where WHAT is host, work, kernel, op, wait, fuse, graph, in or keep and FACTOR a decimal of at most six digits, without a sign, such as %2.</source>
        <translation>%1 ist keine Änderung: WAS:ZIEL=FAKTOR schreiben, wo WAS host, work, kernel, op, wait, fuse, graph, in oder keep ist und FAKTOR eine Dezimalzahl mit höchstens sechs Stellen, ohne Vorzeichen, etwa %2.</translation>
    </message>
    <message>
        <source>%1 is no type of work: compute, communication, copy, other_work or elementwise_runs.</source>
        <translation>%1 ist keine Art von Arbeit: compute, communication, copy, other_work oder elementwise_runs.</translation>
    </message>
    <message>
        <source>Only launches that come again in the same order can be launched as graphs, or, where none do, one sequence without a synchronisation: graph:repeated=1, graph:single=1.</source>
        <translation>Nur Launches, die sich in derselben Reihenfolge wiederholen, können Graphen werden, oder, wo es keine gibt, eine Folge ohne Synchronisation: graph:repeated=1, graph:single=1.</translation>
    </message>
    <message>
        <source>All host time inside of something can only be taken away: %1=0.</source>
        <translation>Alle Host-Zeit innerhalb von etwas kann nur weggenommen werden: %1=0.</translation>
    </message>
    <message>
        <source>What is kept takes as long as it did: %1=1.</source>
        <translation>Was bleibt, dauert so lange wie bisher: %1=1.</translation>
    </message>
    <message>
        <source>element-wise kernels that follow one another</source>
        <translation>elementweise Kernel, die aufeinander folgen</translation>
    </message>
    <message>
        <source>one sequence of launches as graphs</source>
        <translation>eine Folge von Launches als Graphen</translation>
    </message>
    <message>
        <source>no host time while graphs are made</source>
        <translation>keine Host-Zeit, während Graphen gemacht werden</translation>
    </message>
    <message>
        <source>no host time inside %1</source>
        <translation>keine Host-Zeit innerhalb von %1</translation>
    </message>
    <message>
        <source>host time unchanged while graphs are made</source>
        <translation>Host-Zeit unverändert, während Graphen gemacht werden</translation>
    </message>
    <message>
        <source>host time unchanged inside %1</source>
        <translation>Host-Zeit unverändert innerhalb von %1</translation>
    </message>
    <message>
        <source>All that is meant by %1 is on threads, or at times, that the replay does not look at, or takes no time of its own, so it changes nothing.</source>
        <translation>Alles, was mit %1 gemeint ist, liegt auf Threads oder zu Zeiten, die die Nachspielung nicht betrachtet, oder braucht keine eigene Zeit, es ändert also nichts.</translation>
    </message>
    <message>
        <source>Nothing that was recorded is meant by %1, so it changes nothing.</source>
        <translation>%1 meint nichts Aufgezeichnetes, ändert also nichts.</translation>
    </message>
    <message>
        <source>what is launched as graphs are %1 GPU activities, launched in this order once: the recording does not show that they come again. A graph needs that, with the same shapes and addresses, and nothing that the host has to do in between, which the file does not tell; what it costs to launch one is not in the estimate.</source>
        <translation>als Graphen gestartet werden %1 GPU-Aktivitäten, in dieser Reihenfolge einmal gestartet: Die Aufzeichnung zeigt nicht, dass sie sich wiederholen. Ein Graph braucht das, mit denselben Formen und Adressen, und dass der Host dazwischen nichts tun muss, was die Datei nicht sagt; was es kostet, einen zu starten, ist in der Schätzung nicht enthalten.</translation>
    </message>
    <message>
        <source>A change is missing beside a comma: %1.</source>
        <translation>Neben einem Komma fehlt eine Änderung: %1.</translation>
    </message>
    <message>
        <source>An empty text names no change.</source>
        <translation>Ein leerer Text nennt keine Änderung.</translation>
    </message>
    <message>
        <source>the main thread sleeps or waits in Python for %1 where host time is taken away: for another thread, a request or a timer, which the trace does not tell. That waiting goes with it.</source>
        <translation>der Hauptthread schläft oder wartet dort, wo Hostzeit weggenommen wird, %1 in Python: auf einen anderen Thread, eine Anfrage oder einen Timer, was der Trace nicht sagt. Dieses Warten fällt mit ihr weg.</translation>
    </message>
    <message numerus="yes">
        <source>%1 call makes a stream wait for an event; which work the event is of was not recorded. Where nothing else shows such a wait, a replay lets work start too early, or as late as it did though what it waited for is over sooner: changes may save less or more than is said here, those that take waits away less.</source>
        <comment>%1 calls make streams wait for events; which work the events are of was not recorded. Where nothing else shows such a wait, a replay lets work start too early, or as late as it did though what it waited for is over sooner: changes may save less or more than is said here, those that take waits away less.</comment>
        <translation>
            <numerusform>%1 Aufruf lässt einen Stream auf ein Event warten; zu welcher Arbeit das Event gehört, wurde nicht aufgezeichnet. Wo nichts anderes ein solches Warten zeigt, lässt eine Nachspielung Arbeit zu früh beginnen, oder so spät, wie sie begann, obwohl das, worauf sie wartete, früher vorbei ist: Änderungen können weniger oder mehr ersparen als hier angegeben, solche, die das Warten wegnehmen, weniger.</numerusform>
            <numerusform>%1 Aufrufe lassen Streams auf Events warten; zu welcher Arbeit die Events gehören, wurde nicht aufgezeichnet. Wo nichts anderes ein solches Warten zeigt, lässt eine Nachspielung Arbeit zu früh beginnen, oder so spät, wie sie begann, obwohl das, worauf sie wartete, früher vorbei ist: Änderungen können weniger oder mehr ersparen als hier angegeben, solche, die das Warten wegnehmen, weniger.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 launch call, shorter than %2, was made with %3 or more launches in its queue and may have waited for room in it, for up to %4. A replay keeps it as long as it is: faster GPU work may save more than is said here, and shorter launch calls less.</source>
        <comment>%1 launch calls, each shorter than %2, were made with %3 or more launches in their queue and may have waited for room in it, for up to %4 together. A replay keeps them as long as they are: faster GPU work may save more than is said here, and shorter launch calls less.</comment>
        <translation>
            <numerusform>%1 Launch-Aufruf, kürzer als %2, hatte %3 oder mehr Launches in seiner Warteschlange und hat vielleicht auf Platz darin gewartet, bis zu %4. Eine Nachspielung lässt ihn so lang, wie er ist: Schnellere GPU-Arbeit kann mehr sparen als hier angegeben, kürzere Launch-Aufrufe weniger.</numerusform>
            <numerusform>%1 Launch-Aufrufe, jeder kürzer als %2, hatten %3 oder mehr Launches in ihrer Warteschlange und haben vielleicht auf Platz darin gewartet, zusammen bis zu %4. Eine Nachspielung lässt sie so lang, wie sie sind: Schnellere GPU-Arbeit kann mehr sparen als hier angegeben, kürzere Launch-Aufrufe weniger.</numerusform>
        </translation>
    </message>
    <message>
        <source>among what is repeated are %1 GPU activities, launched %2 times in the same order. A graph needs the same shapes and addresses, and nothing that the host has to do in between, which the file does not tell; what it costs to launch one is not in the estimate.</source>
        <translation>zu dem, was sich wiederholt, gehören %1 GPU-Aktivitäten, %2-mal in derselben Reihenfolge gestartet. Ein Graph braucht dieselben Formen und Adressen und nichts, was der Host dazwischen tun muss; das sagt die Datei nicht. Was der Launch eines Graphen kostet, ist nicht in der Schätzung.</translation>
    </message>
    <message>
        <source>for %1 the GPU is idle before kernels that start no later after their launch than on an idle GPU, though they were launched while it was busy: a replay keeps these gaps, but a faster host may shorten them and save more than is said here.</source>
        <translation>%1 lang läuft die GPU vor Kerneln leer, die nach ihrem Launch nicht später beginnen als auf einer leer laufenden GPU, obwohl sie gestartet wurden, während sie beschäftigt war: Eine Nachspielung behält diese Lücken, aber ein schnellerer Host kann sie verkürzen und mehr sparen, als hier steht.</translation>
    </message>
</context>
</TS>
