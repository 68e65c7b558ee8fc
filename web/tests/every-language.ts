/** Before every file of tests: the words of all languages. */
import { LANGUAGES, loadLabels } from "../src/labels";

await Promise.all(LANGUAGES.map(loadLabels));
