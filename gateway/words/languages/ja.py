"""Japanese."""

from __future__ import annotations

from gateway.words.languages.tables import Language, UnspacedWords

LANGUAGE = Language(
    code="ja",
    name="Japanese",
    has_spaces=False,
    stemmer="english",
    stop_words_of="en",
    unspaced=UnspacedWords(
        function_words=(
            "どのように|どうやって|どうして|どのくらい|どれくらい|いくつ|どこ|だれ|なぜ|どれ|どの|どう|いつ|とは何|について|によって|における|に対して|として"
            "|ありますか|ありません|あります|ください|でしょうか|でした|ですか|です|ました|ません|ますか|ます|している|しています|された|される|します|する|した"
            "|これ|それ|あれ|この|その|あの|ここ|そこ|また|および|または|しかし|から|まで|より|など|ので|のに|には|では|とは|のは"
        ),
        function_characters="のをはがにでともへやかなよねばてたしいうるれらりさせ",
    ),
)
