"""Prints each paragraph of an answer with the sentences that it rests on: python example.py "How often …?" """

import sys

from citestream_client import Citestream

for update in Citestream().ask(sys.argv[1]):
    if update.paragraph:
        print(update.paragraph["text"])
        for cited in update.paragraph["citations"]:
            print(f"  [{cited['citation_id']}] {cited['title']} ({cited['status']}): {' … '.join(cited['quotes'])}")
            print(f"       {cited['url']}")
