// Runs examples/fetch_event_source.mjs outside a page, for tests/examples/test_programs.py. Prints one JSON line: the
// paragraphs. Arguments: path of the program, address of the gateway, question.
globalThis.window = globalThis;
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
const [program, base, question] = process.argv.slice(2);
const { ask } = await import(program);
const paragraphs = [];
await ask(question, (text, ids) => paragraphs.push([ids, text]), base);
console.log(JSON.stringify(paragraphs));
