"""Pairs of questions the vetoes were developed with: the same question in other words, and near misses by kind.

Every pair is taken to be as similar as an embedder finds it (0.9): only the vetoes tell them apart.
"""

SAME = {
    "en": """
How do I boil eggs? | What is the correct way to boil an egg?
What's the maximum number of guests? | How many guests are allowed at most?
How do I reset my password? | How can I reset my password?
What is the price of the lamp? | How much does the lamp cost?
How long is the warranty period? | What is the warranty period?
How do I cancel my subscription? | What are the steps to cancel my subscription?
Can I pay by credit card? | Do you accept credit cards?
When is the deadline for expense reports? | What is the deadline for expense reports?
What documents do I need to open an account? | Which documents are required to open an account?
Why can't I log in? | Why am I unable to sign in?
How do I set up the printer? | How do I install the printer?
What happens if I lose my badge? | What happens when I lose my badge?
Where can I park my car? | In which place can I park my car?
How do I get my money back? | How do I get a refund?
How do you change your delivery address? | How do I change my shipping address?
Who approves travel requests? | Who has to approve a travel request?
Is smoking allowed in the office? | Am I allowed to smoke in the office?
How long do refunds take? | How long does it take to get a refund?
What does error E404 mean? | What is the meaning of error E-404?
How do I turn off notifications? | How can notifications be disabled?
Can you tell me how to export a report? | How do I export a report?
What is the notice period for tenants? | How long is the notice period for a tenant?
How do I convert a PDF into Word? | How can I convert PDF files into Word?
At what time does the library open on Monday? | When does the library open on Mondays?
Is the X200 not waterproof? | Isn't the X200 waterproof?
How do I recieve my payslip? | How do I receive my payslip?
What time does the store close on Sundays? | When does the shop close on Sunday?
Is there parking at the hotel? | Does the hotel have parking?
How can I track my parcel? | Where can I track my package?
How do I pair the headphones with my phone? | How can I connect the headphones to my phone?
How do I descale the coffee machine? | How should the coffee machine be descaled?
Can I take hand luggage on board? | Am I allowed to bring hand baggage on board?
Where is the emergency exit? | Where can I find the emergency exit?
How do I apply for parental leave? | What is the procedure for applying for parental leave?
Do I need a visa for Japan? | Is a visa required for Japan?
How much water should I drink per day? | How much water do I need to drink each day?
What are the side effects of ibuprofen? | Which side effects does ibuprofen have?
Why is the red light blinking? | Why does the red light flash?
How do I install the software on a Mac? | How can the software be installed on a Mac?
what's the wifi password for guests | What is the Wi-Fi password for guests?
Can I change my booking? | Is it possible to modify my reservation?
When was the company founded? | In which year was the company founded?
How do I enable dark mode? | How do I switch to dark mode?
Does the warranty cover water damage? | Is water damage covered by the warranty?
How do I write a loop in Python? | How can I write a Python loop?
What should I do when the alarm goes off? | What do I have to do if the alarm goes off?
How is data encrypted? | How do you encrypt data?
Can employees work from home? | Is remote work permitted for employees?
Which countries do you deliver to? | To which countries do you ship?
What should I bring to the interview? | What do I need to bring to an interview?
Does the tool support Python 3.12? | Is Python 3.12 supported by the tool?
Who is responsible for fire safety? | Who is in charge of fire safety?
What are the visiting hours of the museum? | When can I visit the museum?
Are there discounts for students? | Do students get a discount?
What is the difference between sick leave and parental leave? | How do sick leave and parental leave differ?
How do I get to the airport? | What is the best way to get to the airport?
What is machine learning? | Can you explain what machine learning is?
How much does shipping cost to Spain? | What are the shipping costs to Spain?
How do I upload a document? | How can documents be uploaded?
What is the wifi password? | Could you tell me the wifi password?
How do I clear the cache? | Steps for clearing the cache
My laptop won't start, what can I do? | What can I do if my laptop does not start?
How do I book a meeting room for ten people? | How can I reserve a meeting room for 10 people?
What is the capital of Australia? | Name the capital of Australia.
Who signs off invoices? | Who approves invoices?
Where is the next cash machine? | Where is the next ATM?
How do I turn on two-factor authentication? | How do I turn on 2FA?
How long does the battery last? | What is the battery life?
""",
    "fr": """
Comment réinitialiser mon mot de passe ? | Comment puis-je réinitialiser mon mot de passe ?
Combien coûte la livraison ? | Quel est le prix de la livraison ?
Combien de temps dure la garantie ? | Quelle est la durée de la garantie ?
Où puis-je garer ma voiture ? | À quel endroit puis-je garer ma voiture ?
Comment résilier mon abonnement ? | Comment annuler mon abonnement ?
Quels documents faut-il pour ouvrir un compte ? | De quels documents ai-je besoin pour ouvrir un compte ?
À quelle heure ouvre la bibliothèque ? | Quand ouvre la bibliothèque ?
Puis-je payer par carte ? | Est-ce que je peux payer par carte ?
Qui valide les notes de frais ? | Par qui les notes de frais sont-elles validées ?
Que faire en cas de perte du badge ? | Que dois-je faire en cas de perte du badge ?
Pourquoi ne puis-je pas me connecter ? | Pourquoi je ne peux pas me connecter ?
Comment modifier mon adresse ? | Comment changer mon adresse ?
Peut-on fumer dans les bureaux ? | Est-il permis de fumer dans les bureaux ?
Combien de jours de congés ai-je par an ? | Combien de jours de congé par an ?
À quelle heure ferme le magasin le dimanche ? | Quand le magasin ferme-t-il le dimanche ?
Y a-t-il un parking à l'hôtel ? | L'hôtel dispose-t-il d'un parking ?
Comment suivre mon colis ? | Comment puis-je suivre mon paquet ?
Faut-il un visa pour le Japon ? | Ai-je besoin d'un visa pour le Japon ?
Comment détartrer la machine à café ? | De quelle manière détartrer la machine à café ?
Quels formats de fichier sont pris en charge ? | Quels formats de fichiers puis-je utiliser ?
Qui est le directeur de l'entreprise ? | Qui dirige l'entreprise ?
Le petit-déjeuner est-il inclus ? | Est-ce que le petit-déjeuner est compris ?
Comment passer de la version 2 à la version 3 ? | Comment migrer de la version 2 vers la version 3 ?
Que risque-t-on en cas de retard de paiement ? | Quelle est la pénalité en cas de retard de paiement ?
Comment activer le mode sombre ? | Comment mettre le mode sombre ?
Où est la sortie de secours ? | Où se trouve la sortie de secours ?
Quels sont les effets secondaires de l'ibuprofène ? | Quels effets secondaires a l'ibuprofène ?
Dans quels pays livrez-vous ? | Vers quels pays livrez-vous ?
Que faire si mon ordinateur ne démarre pas ? | Mon ordinateur ne démarre pas, que faire ?
Comment débloquer mon compte ? | De quelle façon puis-je débloquer mon compte ?
Combien coûte l'envoi vers l'Espagne ? | Quels sont les frais d'envoi vers l'Espagne ?
Comment aller à l'aéroport ? | Comment se rendre à l'aéroport ?
Qu'est-ce que l'apprentissage automatique ? | Pouvez-vous expliquer ce qu'est l'apprentissage automatique ?
Comment signaler un courriel frauduleux ? | Comment dois-je signaler un e-mail frauduleux ?
Quelle est la capitale de l'Australie ? | Quel est le nom de la capitale de l'Australie ?
Tous les combien change-t-on les filtres ? | À quelle fréquence les filtres sont-ils changés ?
""",
    "zh": """
怎么重置密码？ | 如何重置密码？
年假有多少天？ | 年假有几天？
怎样修改收货地址？ | 如何更改收货地址？
可以用信用卡付款吗？ | 能不能用信用卡支付？
保修期是多久？ | 保修期有多长时间？
什么时候开门？ | 几点开门？
退货流程是什么？ | 怎么退货？
开户需要什么材料？ | 开户需要哪些材料？
图书馆在哪里？ | 图书馆在什么地方？
办公室可以吸烟吗？ | 办公室允许抽烟吗？
谁审批差旅申请？ | 差旅申请由谁审批？
运费多少钱？ | 运费是多少？
三天内可以退货吗？ | 3天内能退货吗？
商店周日几点关门？ | 周日商店什么时候关门？
酒店有停车场吗？ | 酒店是否提供停车场？
怎么查快递？ | 如何查询快递？
去日本需要签证吗？ | 去日本要不要签证？
紧急出口在哪里？ | 紧急出口在哪儿？
公司的老板是谁？ | 谁是公司的老板？
可以改签吗？ | 能改签吗？
付款方式有哪些？ | 有什么付款方式？
你们配送到哪些国家？ | 哪些国家可以配送？
学生有折扣吗？ | 学生可以享受优惠吗？
谁负责消防安全？ | 消防安全由谁负责？
什么时候发工资？ | 工资几号发？
什么是机器学习？ | 机器学习是什么意思？
如何申请新的工牌？ | 怎么办理新工牌？
怎么清除缓存？ | 如何清理缓存？
怎么上传文件？ | 如何把文件上传？
可以远程办公吗？ | 允许在家办公吗？
自动取款机在哪里？ | ATM在哪里？
多久开一次会？ | 开会的频率是多少？
打印机卡纸了怎么处理？ | 打印机卡纸怎么办？
""",
}

REWORDED = {
    "en": """
Which form do I use for travel costs? | What form must be used for travel expenses?
How many days of annual leave do I get? | How much annual leave do I get?
Which file formats are supported? | What file formats can I use?
What ingredients are in the soup? | What does the soup contain?
How do I migrate from version 2 to version 3? | How can I upgrade from version 2 to 3?
What is the penalty for late payment? | What happens if I pay late?
How do I remove a stain from leather? | How can I get a stain out of leather?
How many employees does the company have? | How many people work at the company?
Is breakfast included? | Does the price include breakfast?
How can I lose weight fast? | What is the fastest way to lose weight?
How do I learn French quickly? | What's the quickest way to learn French?
How is my bonus calculated? | How do you work out the bonus?
When do I get paid? | On what day are salaries paid?
How many days do I have to return a product? | Within how many days can a product be returned?
How do I unlock my account after too many attempts? | My account is locked after too many attempts. How do I unlock it?
Is it safe to drink tap water? | Can I drink the tap water?
""",
    "fr": """
Quel formulaire utiliser pour les frais de déplacement ? | Quel est le formulaire pour les frais de déplacement ?
Combien de temps dure la batterie ? | Quelle est l'autonomie de la batterie ?
Comment perdre du poids rapidement ? | Quelle est la façon la plus rapide de perdre du poids ?
Y a-t-il des réductions pour les étudiants ? | Les étudiants ont-ils droit à une réduction ?
Quand suis-je payé ? | À quelle date les salaires sont-ils versés ?
Peut-on boire l'eau du robinet ? | L'eau du robinet est-elle potable ?
""",
    "zh": """
电池能用多久？ | 电池续航时间多长？
支持哪些文件格式？ | 可以使用什么文件格式？
含早餐吗？ | 价格包含早餐吗？
怎么升级到3.0版本？ | 如何升级到3.0版？
怎么请产假？ | 如何申请产假？
电脑开不了机怎么办？ | 电脑无法开机该怎么办？
怎么去机场？ | 去机场怎么走？
自来水能喝吗？ | 自来水可以直接喝吗？
澳大利亚的首都是哪里？ | 澳大利亚首都是哪个城市？
""",
}
"""The same question in words of which nothing proves that they ask the same: answered by the model."""

DIFFERENT = {
    "en": """
numbers: What is the penalty after 3 days? | What is the penalty after 5 days?
numbers: Can I return an item after two weeks? | Can I return an item after four weeks?
numbers: How do I apply for 10% off? | How do I apply for 20% off?
numbers: What are the rules for the 30-day trial? | What are the rules for the trial?
dates: What were the opening hours in March? | What were the opening hours in April?
dates: What was the budget for 2023? | What was the budget for 2024?
dates: Is the pool open on Saturday? | Is the pool open on Sunday?
dates: What was the turnover last year? | What will the turnover be next year?
identifiers: What does error E404 mean? | What does error E405 mean?
identifiers: How do I export a report as PDF? | How do I export a report as CSV?
numbers: What is new in version 2.1? | What is new in version 2.2?
identifiers: What does plan B include? | What does plan C include?
identifiers: What does --force do? | What does --dry-run do?
antonyms: Do visitors have to wear a badge? | Can visitors wear a badge?
one_slot: How do I apply for leave? | How do I extend leave?
polarity: Which items can be returned? | Which items cannot be returned?
polarity: What happens if I pay on time? | What happens if I don't pay on time?
polarity: Can I work with a permit? | Can I work without a permit?
antonyms: How do I enable two-factor login? | How do I disable two-factor login?
antonyms: How do I subscribe to the newsletter? | How do I unsubscribe from the newsletter?
antonyms: What is the minimum deposit? | What is the maximum deposit?
antonyms: Can I cancel before the delivery? | Can I cancel after the delivery?
antonyms: How do I install the driver? | How do I uninstall the driver?
antonyms: What are the duties of the landlord? | What are the duties of the tenant?
antonyms: How do I turn on notifications? | How do I turn off notifications?
entities: What is the capital of France? | What is the capital of Germany?
entities: Where is the Lyon office? | Where is the Paris office?
entities: How do I install it on Windows? | How do I install it on Linux?
entities: Who is Marie Dupont's assistant? | Who is Paul Martin's assistant?
entities: what is the visa policy for china? | what is the visa policy for japan?
order: How do I merge branch main into feature? | How do I merge branch feature into main?
order: How do I convert PDF to Word? | How do I convert Word to PDF?
order: Can a landlord sue a tenant? | Can a tenant sue a landlord?
order: How do I move files from the staging server to the production server? | How do I move files from the production server to the staging server?
order: Is the X200 faster than the X300? | Is the X300 faster than the X200?
order: What does the manager owe the employee? | What does the employee owe the manager?
referents: How do I update my address? | How do I update your address?
referents: Can I use my laptop abroad? | Can I use his laptop abroad?
referents: How do I reset my password? | How do I reset a colleague's password?
referents: Can I pick up my parcel? | Can I pick up someone else's parcel?
question_word: When is the training held? | Where is the training held?
question_word: Who approves the leave? | When is the leave approved?
question_word: How do I return an item? | Why should I return an item?
question_word: How long is the course? | How much is the course?
question_word: What is a refund? | How do I get a refund?
question_word: Can I extend the loan? | How often can I extend the loan?
one_slot: How do I delete my account? | How do I rename my account?
one_slot: Is smoking allowed in the garden? | Is smoking allowed in the canteen?
one_slot: What is the policy on sick leave? | What is the policy on parental leave?
one_slot: How do I clean the filter? | How do I clean the engine?
one_slot: Are dogs allowed in the office? | Are cats allowed in the office?
one_slot: How do I contact support? | How do I contract support?
numbers: How many points do I need for level 4? | How many points do I need for level 5?
numbers: What is the discount for orders above 50 euros? | What is the discount for orders above 100 euros?
dates: What are the holidays in 2025? | Which holidays are there in 2026?
dates: Is the shop open at Christmas? | Is the shop open at Easter?
numbers: How do I open port 80? | How do I open port 443?
numbers: What is ISO 9001? | What is ISO 14001?
identifiers: Does the A4 printer print A3? | Does the A4 printer print A5?
polarity: Does the warranty cover water damage? | What does the warranty not cover?
polarity: Which cards do you accept? | Which cards do you not accept?
polarity: When should I take the pill? | When should I not take the pill?
antonyms: What is the shortest route? | What is the longest route?
antonyms: How do I zoom in? | How do I zoom out?
antonyms: Is the left lane closed? | Is the right lane closed?
antonyms: How do I freeze soup? | How do I thaw soup?
antonyms: What are the rules for internal mail? | What are the rules for external mail?
antonyms: How do I accept an invitation? | How do I decline an invitation?
antonyms: How do I log in? | How do I log out?
entities: Who founded Apple? | Who founded Tesla?
entities: what is the weather like in paris in winter | what is the weather like in london in winter
entities: How do I use the Canon camera? | How do I use the Nikon camera?
order: Does heat cause pressure? | Does pressure cause heat?
order: Can the buyer reject the seller's offer? | Can the seller reject the buyer's offer?
order: What is the distance from the moon to the earth's core? | What is the distance from the earth's core to the moon?
order: How do I copy text from Excel to Word? | How do I copy text from Word to Excel?
order: Which is better, buying instead of leasing? | Which is better, leasing instead of buying?
referents: What are my obligations? | What are your obligations?
referents: Can my wife use the car? | Can I use the car?
referents: How do I close his account? | How do I close her account?
question_word: How many rooms are there? | Where are the rooms?
question_word: When can I pick up the car? | Where can I pick up the car?
question_word: Why is the sky blue? | When is the sky blue?
question_word: Is there a warranty? | How long is the warranty?
one_slot: What is the boiling point of water? | What is the boiling point of ethanol?
one_slot: How do I bake bread? | How do I bake cookies?
one_slot: What is the interest rate for mortgages? | What is the interest rate for savings?
one_slot: Can I swim in the lake? | Can I fish in the lake?
one_slot: How do I hide a row? | How do I sort a row?
one_slot: Who manages the sales team? | Who manages the legal team?
one_slot: What is the best way to cook rice? | How do I cook pasta?
one_slot: Do I need a permit to build a fence? | Do I need a permit to build a garage?
one_slot: How do I report a bug? | How do I close a bug?
one_slot: How do I find my tax number? | How do I change my tax number?
numbers: How do I book a room for ten people? | How do I book a room for twelve people?
numbers: What is due in the first quarter? | What is due in the third quarter?
numbers: Does the tool support Python 3.12? | Does the tool support Python 3.9?
polarity: What foods should I eat? | What foods should I avoid?
antonyms: Is it safe to swim here? | Is it unsafe to swim here?
antonyms: How do I lose weight? | How do I gain weight?
antonyms: How do I hire a contractor? | How do I fire a contractor?
antonyms: When does the shop open? | When does the shop close?
antonyms: How do I lend a book? | How do I borrow a book?
entities: How do I get to Heathrow airport? | How do I get to Gatwick airport?
order: How do I go from version 2 to version 3? | How do I go from version 3 to version 2?
order: Why do cats chase mice? | Why do mice chase cats?
order: Can my employer sue me? | Can I sue my employer?
referents: What is his salary? | What is my salary?
referents: Who signs my contract? | Who signs your contract?
question_word: Who is the trainer? | Where is the trainer?
question_word: Does the museum have a café? | Where is the museum café?
one_slot: How do I boil eggs? | How do I boil potatoes?
one_slot: How do I learn piano? | How do I learn guitar?
one_slot: Which form is used for travel costs? | Which form is used for medical costs?
one_slot: What is the tax rate for companies? | What is the tax rate for freelancers?
one_slot: How do I restart the service? | How do I monitor the service?
one_slot: Are there discounts for students? | Are there discounts for seniors?
antonyms: Can opened packages be exchanged? | Can unopened packages be exchanged?
polarity: What happens when the payment goes through? | What happens when the payment fails to go through?
referents: Who do I ask for my certificate? | Who do you ask for my certificate?
referents: Can we use the pool? | Can they use the pool?
referents: Am I liable for a neighbour's damage? | Is a neighbour liable for my damage?
one_slot: How do I request a sabbatical? | How do I request a salary advance?
dates: What was the price of a day pass? | What is the price of a day pass?
antonyms: What is in the newest release? | What is in the previous release?
""",
    "fr": """
numbers: Que se passe-t-il après 3 jours de retard ? | Que se passe-t-il après 10 jours de retard ?
dates: Le musée est-il ouvert en juin ? | Le musée est-il ouvert en juillet ?
identifiers: Que signifie le code E12 ? | Que signifie le code E21 ?
polarity: Quels articles sont remboursables ? | Quels articles ne sont pas remboursables ?
polarity: Peut-on voyager avec un passeport ? | Peut-on voyager sans passeport ?
antonyms: Comment activer les notifications ? | Comment désactiver les notifications ?
antonyms: Quel est le montant minimum ? | Quel est le montant maximum ?
entities: Où se trouve le bureau de Lyon ? | Où se trouve le bureau de Lille ?
order: Comment convertir un PDF en Word ? | Comment convertir un Word en PDF ?
order: Le locataire peut-il poursuivre le bailleur ? | Le bailleur peut-il poursuivre le locataire ?
referents: Comment modifier mon adresse ? | Comment modifier votre adresse ?
referents: Comment inscrire mon fils ? | Comment m'inscrire ?
question_word: Quand a lieu la formation ? | Où a lieu la formation ?
question_word: Qui valide les congés ? | Quand valide-t-on les congés ?
question_word: Combien coûte le cours ? | Combien de temps dure le cours ?
one_slot: Comment nettoyer le filtre ? | Comment nettoyer le moteur ?
one_slot: Quelle est la règle pour le congé parental ? | Quelle est la règle pour le congé sabbatique ?
antonyms: Dois-je porter un badge ? | Puis-je porter un badge ?
antonyms: Quels sont les horaires en semaine ? | Quels sont les horaires le week-end ?
numbers: Quelle remise à partir de 50 euros ? | Quelle remise à partir de 100 euros ?
dates: Êtes-vous ouverts à Noël ? | Êtes-vous ouverts à Pâques ?
numbers: Qu'est-ce que la norme ISO 9001 ? | Qu'est-ce que la norme ISO 14001 ?
polarity: Quand faut-il prendre le médicament ? | Quand ne faut-il pas prendre le médicament ?
antonyms: Comment ouvrir le capot ? | Comment fermer le capot ?
antonyms: Quelles sont les obligations de l'acheteur ? | Quelles sont les obligations du vendeur ?
entities: Qui a fondé Renault ? | Qui a fondé Peugeot ?
order: Comment transférer du compte épargne vers le compte courant ? | Comment transférer du compte courant vers le compte épargne ?
referents: Quelles sont mes obligations ? | Quelles sont vos obligations ?
question_word: Y a-t-il une garantie ? | Combien de temps dure la garantie ?
question_word: Comment réserver ? | Quand réserver ?
one_slot: Quel est le point d'ébullition de l'eau ? | Quel est le point d'ébullition de l'éthanol ?
one_slot: Qui gère l'équipe commerciale ? | Qui gère l'équipe juridique ?
antonyms: Quand ouvre le magasin ? | Quand ferme le magasin ?
polarity: Que faut-il manger ? | Que faut-il éviter de manger ?
entities: Quelle est la capitale de l'Australie ? | Quelle est la capitale du Canada ?
order: Pourquoi les chats chassent-ils les souris ? | Pourquoi les souris chassent-elles les chats ?
one_slot: Y a-t-il des réductions pour les étudiants ? | Y a-t-il des réductions pour les retraités ?
question_word: Qui est le formateur ? | Où est le formateur ?
one_slot: Comment redémarrer le serveur ? | Comment surveiller le serveur ?
polarity: Que faire si le badge fonctionne ? | Que faire si le badge ne fonctionne plus ?
polarity: Comment travailler avec une connexion ? | Comment travailler hors connexion ?
antonyms: Les absences justifiées sont-elles payées ? | Les absences injustifiées sont-elles payées ?
antonyms: Que prévoit la convention depuis 2022 ? | Que prévoit la convention jusqu'en 2022 ?
dates: Où étaient les bureaux ? | Où sont les bureaux ?
order: Marie forme-t-elle Luc ? | Luc forme-t-il Marie ?
referents: Dois-je signer ? | Doit-elle signer ?
referents: Où puis-je vous joindre ? | Où pouvez-vous me joindre ?
referents: Comment modifier mes droits ? | Comment modifier les droits d'un collaborateur ?
one_slot: Comment demander un badge ? | Comment demander un permis de stationnement ?
""",
    "zh": """
numbers: 三天后会罚款吗？ | 五天后会罚款吗？
numbers: 满100元包邮吗？ | 满200元包邮吗？
dates: 三月份几点开门？ | 四月份几点开门？
dates: 周六上班吗？ | 周日上班吗？
identifiers: 错误代码E12是什么意思？ | 错误代码E13是什么意思？
polarity: 哪些商品可以退货？ | 哪些商品不可以退货？
antonyms: 怎么启用通知？ | 怎么禁用通知？
antonyms: 最低存款是多少？ | 最高存款是多少？
entities: 北京办公室在哪里？ | 上海办公室在哪里？
order: 怎么把PDF转成Word？ | 怎么把Word转成PDF？
order: 房东可以起诉租客吗？ | 租客可以起诉房东吗？
referents: 怎么修改我的地址？ | 怎么修改他的地址？
question_word: 培训什么时候举行？ | 培训在哪里举行？
question_word: 为什么要退货？ | 怎么退货？
one_slot: 怎么申请年假？ | 怎么申请病假？
one_slot: 如何申请公积金？ | 如何查询公积金？
one_slot: 怎么处理投诉？ | 怎么提交投诉？
one_slot: 怎么清洗滤网？ | 怎么清洗风扇？
numbers: 4级需要多少积分？ | 5级需要多少积分？
dates: 春节放假吗？ | 国庆放假吗？
identifiers: 什么是ISO9001？ | 什么是ISO14001？
polarity: 什么时候应该吃药？ | 什么时候不应该吃药？
antonyms: 怎么打开自动更新？ | 怎么关闭自动更新？
antonyms: 买方有什么义务？ | 卖方有什么义务？
entities: 苹果手机怎么截图？ | 华为手机怎么截图？
order: 怎么把文字从Excel复制到Word？ | 怎么把文字从Word复制到Excel？
referents: 我的义务是什么？ | 你的义务是什么？
question_word: 有保修吗？ | 保修多久？
question_word: 如何预订？ | 什么时候预订？
one_slot: 水的沸点是多少？ | 酒精的沸点是多少？
one_slot: 谁管理销售部？ | 谁管理法务部？
one_slot: 房贷利率是多少？ | 存款利率是多少？
antonyms: 商店几点开门？ | 商店几点关门？
entities: 澳大利亚的首都是哪里？ | 加拿大的首都是哪里？
order: 猫为什么追老鼠？ | 老鼠为什么追猫？
one_slot: 学生有折扣吗？ | 老人有折扣吗？
question_word: 谁是培训师？ | 培训师在哪里？
one_slot: 怎么重启服务器？ | 怎么监控服务器？
numbers: 怎么预订十个人的会议室？ | 怎么预订八个人的会议室？
one_slot: 个人所得税税率是多少？ | 企业所得税税率是多少？
one_slot: 产假有几天？ | 婚假有几天？
one_slot: 充电器可以托运吗？ | 充电宝可以托运吗？
polarity: 打印机没墨怎么办？ | 打印机卡纸怎么办？
polarity: 会员能退费吗？ | 非会员能退费吗？
polarity: 哪些假期带薪？ | 哪些假期不带薪？
numbers: 五人套餐包含什么？ | 八人套餐包含什么？
dates: 上季度的销售目标是多少？ | 下季度的销售目标是多少？
one_slot: 老系统怎么登录？ | 新系统怎么登录？
referents: 他们可以停车吗？ | 我们可以停车吗？
""",
}


def same() -> list[tuple[str, str, str]]:
    """(language, one question, the same question)."""
    return _lines(SAME)


def reworded() -> list[tuple[str, str, str]]:
    """(language, one question, the same question in other words)."""
    return _lines(REWORDED)


def _lines(pairs: dict[str, str]) -> list[tuple[str, str, str]]:
    return [(language, *line.split(" | ")) for language, text in pairs.items() for line in text.strip().split("\n")]


def different() -> list[tuple[str, str, str, str]]:
    """(language, kind of near miss, one question, another question)."""
    return [
        (language, kind, *pair.split(" | "))
        for language, text in DIFFERENT.items()
        for kind, _, pair in (line.partition(": ") for line in text.strip().split("\n"))
    ]
