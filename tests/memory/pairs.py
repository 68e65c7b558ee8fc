"""Pairs of questions the vetoes were developed with: the same question in other words, and near misses by kind.

Every pair is taken to be as similar as an embedder finds it (0.9): only the vetoes tell them apart.
"""

SAME = {
    "en": """
How do I reset my password? | How can I reset my password?
What is the price of the lamp? | How much does the lamp cost?
How long is the warranty period? | What is the warranty period?
How do I cancel my subscription? | What are the steps to cancel my subscription?
Can I pay by credit card? | Do you accept credit cards?
When is the deadline for expense reports? | What is the deadline for expense reports?
What documents do I need to open an account? | Which documents are required to open an account?
Why can't I log in? | Why am I unable to sign in?
How many days of annual leave do I get? | How much annual leave do I get?
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
""",
}

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
one_slot: 怎么清洗滤网？ | 怎么清洗风扇？
""",
}


def same() -> list[tuple[str, str, str]]:
    """(language, one question, the same question)."""
    return [(language, *line.split(" | ")) for language, text in SAME.items() for line in text.strip().split("\n")]


def different() -> list[tuple[str, str, str, str]]:
    """(language, kind of near miss, one question, another question)."""
    return [
        (language, kind, *pair.split(" | "))
        for language, text in DIFFERENT.items()
        for kind, _, pair in (line.partition(": ") for line in text.strip().split("\n"))
    ]
