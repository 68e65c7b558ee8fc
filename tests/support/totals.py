"""Questions about all rows of a table, and questions that look alike and that one sentence answers."""

from __future__ import annotations

ROWS = 120
HEAD = ("Ticket", "Room", "Status", "Amount", "Remark")
REMARK = "The printer is broken, and Anna Schmidt reported it early in the morning before the meeting began"


def row(number: int) -> tuple[str, ...]:
    status = "open" if number % 3 else "closed"
    return str(1000 + number), str(number * 3), status, f"{number * 7 % 911} EUR", f"{REMARK} {number}"


TOTALS = [
    ("en", "How many tickets are open?"),
    ("en", "What is the total amount of all tickets?"),
    ("en", "Which ticket has the highest amount?"),
    ("en", "List all tickets with a broken printer."),
    ("en", "What is the average amount of a ticket?"),
    ("en", "What is the number of closed tickets?"),
    ("en", "What is the lowest amount of a ticket?"),
    ("en", "What is the sum of the amounts?"),
    ("de", "Wie viele Tickets sind open?"),
    ("de", "Welches Ticket hat den höchsten Amount?"),
    ("de", "Was ist die Summe aller Tickets?"),
    ("fr", "Combien de tickets sont open ?"),
    ("fr", "Quel ticket a le plus grand amount ?"),
    ("es", "¿Cuántos tickets están open?"),
    ("es", "¿Cuál es el total de los tickets?"),
    ("it", "Quanti ticket sono open?"),
    ("pt", "Quantos tickets estão open?"),
    ("nl", "Hoeveel tickets zijn open?"),
    ("ru", "Сколько tickets открыто open?"),
    ("zh", "open 的 ticket 一共有多少个？"),
]
SENTENCES = [
    ("en", "How many employees does ACME have?", "ACME has 4,120 employees in nine countries."),
    ("en", "What is the highest mountain of Austria?", "The highest mountain of Austria is the Grossglockner."),
    ("en", "How many tickets were sold in 2024?", "In 2024 the theatre sold 31,000 tickets."),
    ("en", "What is the average age of our members?", "The average age of our members is 47 years."),
    ("en", "How many days of leave do trainees have?", "Trainees have thirty days of leave."),
    ("en", "What is the total budget of the library?", "The total budget of the library is 2 million EUR."),
    ("en", "Which is the oldest branch of the bank?", "The oldest branch of the bank stands in Graz."),
    ("en", "How many rooms does the hotel have?", "The hotel has 212 rooms on seven floors."),
    ("en", "What is the maximum weight of a parcel?", "The maximum weight of a parcel is 31.5 kg."),
    ("en", "What is the smallest loan?", "The smallest loan is 500 EUR."),
    ("en", "How many printers are broken in Vienna?", "In Vienna 14 printers are broken."),
    ("en", "How many copies of the form are needed?", "Three copies of the form are needed."),
    ("en", "What is the number of seats in the hall?", "The number of seats in the hall is 850."),
    ("en", "Which train is the fastest?", "The fastest train is the Falcon."),
    ("en", "What is the minimum age for a licence?", "The minimum age for a licence is 17."),
    ("en", "How many bones does an adult have?", "An adult has 206 bones."),
    ("en", "What is the longest river in France?", "The Loire is the longest river in France."),
    ("en", "Do all employees get a badge?", "All employees get a badge on their first day."),
    ("en", "How many people work in the Berlin office?", "The Berlin office: 85 people work there."),
    ("en", "How many litres does the tank hold?", "The tank holds 60 litres."),
    ("de", "Wie viele Mitarbeiter hat die Firma Huber?", "Die Firma Huber hat 240 Mitarbeiter."),
    ("de", "Was ist der höchste Berg Deutschlands?", "Der höchste Berg Deutschlands ist die Zugspitze."),
    ("de", "Wie viele Urlaubstage haben Lehrlinge?", "Lehrlinge haben 25 Urlaubstage."),
    ("de", "Wie hoch ist die Gesamtsumme des Fonds?", "Die Gesamtsumme des Fonds beträgt 12 Millionen Euro."),
    ("de", "Wie groß ist die Anzahl der Filialen?", "Die Anzahl der Filialen ist auf 31 gestiegen."),
    ("de", "Welcher Fluss ist der längste Österreichs?", "Der längste Fluss Österreichs ist die Donau."),
    ("de", "Wie viele Sitze hat der Bus?", "Der Bus hat 52 Sitze."),
    ("de", "Was ist das Durchschnittsalter der Kunden?", "Das Durchschnittsalter der Kunden ist 44 Jahre."),
    ("de", "Bekommen alle Kinder ein Buch?", "Alle Kinder bekommen ein Buch."),
    ("de", "Was ist der kleinste Planet?", "Der kleinste Planet ist Merkur."),
    ("fr", "Combien d'employés a la société Durand ?", "La société Durand a 75 employés."),
    ("fr", "Quelle est la plus haute montagne de France ?", "La plus haute montagne de France est le mont Blanc."),
    ("fr", "Combien de jours dure le stage ?", "Le stage dure 45 jours."),
    ("fr", "Quel est le nombre de places du théâtre ?", "Le nombre de places du théâtre est de 640."),
    ("fr", "Quelle est la moyenne des notes ?", "La moyenne des notes est de 12,5."),
    ("fr", "Combien coûte l'abonnement ?", "L'abonnement coûte 30 euros."),
    ("fr", "Quel est le plus long fleuve de France ?", "Le plus long fleuve de France est la Loire."),
    ("es", "¿Cuántos empleados tiene la empresa Ruiz?", "La empresa Ruiz tiene 310 empleados."),
    ("es", "¿Cuál es la montaña más alta de España?", "La montaña más alta de España es el Teide."),
    ("es", "¿Cuántos días dura el curso?", "El curso dura 12 días."),
    ("es", "¿Cuál es el total del presupuesto?", "El total del presupuesto es de 900 euros."),
    ("es", "¿Cuántas plazas tiene el hotel?", "El hotel tiene 88 plazas."),
    ("es", "¿Cuál es el río más largo de España?", "El río más largo de España es el Tajo."),
    ("it", "Quanti dipendenti ha la ditta Rossi?", "La ditta Rossi ha 130 dipendenti."),
    ("it", "Qual è la montagna più alta d'Italia?", "La montagna più alta d'Italia è il Monte Bianco."),
    ("it", "Quanti giorni dura il corso?", "Il corso dura 9 giorni."),
    ("it", "Quante stanze ha l'albergo?", "L'albergo ha 45 stanze."),
    ("pt", "Quantos funcionários tem a empresa Lima?", "A empresa Lima tem 66 funcionários."),
    ("pt", "Quantos dias dura o curso?", "O curso dura 15 dias."),
    ("pt", "Qual é o rio mais longo de Portugal?", "O rio mais longo de Portugal é o Tejo."),
    ("nl", "Hoeveel medewerkers heeft de firma Bakker?", "De firma Bakker heeft 58 medewerkers."),
    ("nl", "Hoeveel dagen duurt de cursus?", "De cursus duurt 11 dagen."),
    ("nl", "Wat is de hoogste berg van Nederland?", "De hoogste berg van Nederland is de Vaalserberg."),
    ("ru", "Сколько сотрудников работает в компании Север?", "В компании Север работает 420 сотрудников."),
    ("ru", "Сколько дней длится курс?", "Курс длится 14 дней."),
    ("zh", "公司有多少员工？", "公司有320名员工。"),
    ("zh", "中国最高的山是什么？", "中国最高的山是珠穆朗玛峰。"),
    ("zh", "课程一共多少天？", "课程一共12天。"),
    ("ja", "会社の社員は何人ですか？", "会社の社員は250人です。"),
    ("ko", "회사 직원은 몇 명입니까?", "회사 직원은 180명입니다."),
]
"""Language, question, and the sentence that answers it."""
LOOK_ALIKES = [
    ("en", "Where is the printer of room 42?"),
    ("en", "Who reported ticket 1044?"),
    ("en", "Is ticket 1050 open at all?"),
    ("en", "What is the phone of Anna Schmidt?"),
    ("de", "Wer hat Ticket 1044 gemeldet?"),
    ("fr", "Qui a signalé le ticket 1044 ?"),
    ("es", "¿Quién informó del ticket 1044?"),
    ("zh", "谁报告了 1044？"),
]
"""Questions that one row answers."""
