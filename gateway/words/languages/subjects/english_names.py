"""What languages are called in English, by their codes (ISO 639-1, and where that has none ISO 639-3): a model is asked
to answer in a language by this name. Languages with tables say theirs themselves."""

from __future__ import annotations

_NAMES = """
af Afrikaans|am Amharic|an Aragonese|as Assamese|ast Asturian|az Azerbaijani|ba Bashkir|be Belarusian|bg Bulgarian|bn Bengali|bo Tibetan
br Breton|bs Bosnian|ca Catalan|ceb Cebuano|ckb Central Kurdish|co Corsican|cs Czech|cv Chuvash|cy Welsh|da Danish|dv Dhivehi|dz Dzongkha
el Greek|eo Esperanto|et Estonian|eu Basque|fa Persian|fi Finnish|fil Filipino|fo Faroese|fy West Frisian|ga Irish|gd Scottish Gaelic
gl Galician|gn Guarani|gu Gujarati|ha Hausa|haw Hawaiian|he Hebrew|hi Hindi|hr Croatian|ht Haitian Creole|hu Hungarian|hy Armenian
ia Interlingua|id Indonesian|ig Igbo|is Icelandic|jv Javanese|ka Georgian|kk Kazakh|km Khmer|kn Kannada|ku Kurdish|ky Kyrgyz|la Latin
lb Luxembourgish|lg Ganda|li Limburgish|ln Lingala|lo Lao|lt Lithuanian|lv Latvian|mg Malagasy|mi Maori|mk Macedonian|ml Malayalam|mn Mongolian
mr Marathi|ms Malay|mt Maltese|my Burmese|nb Norwegian Bokmål|ne Nepali|nn Norwegian Nynorsk|no Norwegian|ny Chichewa|oc Occitan|om Oromo
or Odia|os Ossetian|pa Punjabi|ps Pashto|qu Quechua|rm Romansh|ro Romanian|rw Kinyarwanda|sa Sanskrit|sc Sardinian|sd Sindhi|se Northern Sami
si Sinhala|sk Slovak|sl Slovenian|sm Samoan|sn Shona|so Somali|sq Albanian|sr Serbian|st Southern Sotho|su Sundanese|sw Swahili|ta Tamil
te Telugu|tg Tajik|th Thai|ti Tigrinya|tk Turkmen|tl Tagalog|tn Tswana|to Tongan|tr Turkish|ts Tsonga|tt Tatar|ug Uyghur|uk Ukrainian|ur Urdu
uz Uzbek|vi Vietnamese|vo Volapük|wa Walloon|wo Wolof|xh Xhosa|yi Yiddish|yo Yoruba|yue Cantonese|zu Zulu
"""
ENGLISH_NAMES = dict(named.split(" ", 1) for named in _NAMES.strip().replace("\n", "|").split("|"))
