"""Small numbers written out, and other spellings of dates, in every language together. Pure data."""

from __future__ import annotations

NUMBER_WORDS = """
2 two deux zwei dos due dois duas twee två dwa dwie dwóch два две двух اثنان اثنين اثنتين 둘 두 iki second zweit deuxieme
3 three trois drei tres tre três drie trzy trzech три трёх ثلاثة ثلاث 셋 세 üç third dritt
4 four quatre vier cuatro quattro quatro fyra cztery czterech четыре четырех أربعة أربع 넷 네 dört quatrieme cuart
5 five cinq fünf cinco cinque vijf fem pięć пять пяти خمسة خمس 다섯 beş fifth cinquieme quint
6 six sechs seis sei zes sex sześć шесть шести ستة ست 여섯 altı sixieme sext
7 seven sept sieben siete sette sete zeven sju siedem семь семи سبعة سبع 일곱 yedi septieme septimo
8 eight huit acht ocho otto oito åtta osiem восемь восьми ثمانية ثماني 여덟 sekiz huitieme octav
9 nine neuf neun nueve nove negen nio dziewięć девять девяти تسعة تسع 아홉 dokuz neuvieme noven
10 ten dix zehn diez dieci dez tien tio dziesięć десять десяти عشرة عشر 열 on dixieme decim
11 eleven onze elf once undici elva jedenaście одиннадцать onbir
12 twelve douze zwölf doce dodici doze twaalf tolv dwanaście двенадцать oniki dozen douzaine dutzend docena dozzina
15 fifteen quinze fünfzehn quince quindici vijftien femton piętnaście пятнадцать
20 twenty vingt zwanzig veinte venti vinte twintig tjugo dwadzieścia двадцать عشرون عشرين yirmi
30 thirty trente dreißig treinta trenta trinta dertig trettio trzydzieści тридцать ثلاثون otuz
40 forty quarante vierzig cuarenta quaranta quarenta veertig fyrtio czterdzieści сорок أربعون kırk
50 fifty cinquante fünfzig cincuenta cinquanta cinquenta vijftig femtio pięćdziesiąt пятьдесят خمسون elli
100 hundred cent cents hundert cien ciento cento cem honderd hundra sto сто مئة مائة yüz
1000 thousand mille tausend mil duizend tusen tysiąc тысяча ألف bin
"""
"""A line a number: its digits, and the words for it; `zweit` stands for every form of an ordinal."""
HAN_NUMERALS = dict(zip("〇一二三四五六七八九零两兩十百千", [*range(10), 0, 2, 2, 10, 100, 1000], strict=True))
DECADE = r"(\d\d)\s?世[纪紀]\s?(\d0)(?=\s?年代)"
"""A pattern of a decade by its century: the 70s of the 20th are 1970."""
MONTH = r"(\d{1,2})\s?[月월]"
