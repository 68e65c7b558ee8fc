// Makes one script for a page out of a component of React, for tests/examples: a page that shows it alone.
// Arguments: file of the component, its name, folder to write `page.js` to, version of the AI SDK.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const [file, name, folder, version] = process.argv.slice(2);
const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const older = fileURLToPath(new URL("older/node_modules/", import.meta.url));
const sdk = createRequire(`${older}react-v${version}/package.json`);
const aliases = [{ find: /^(react|react-dom|ai|@ai-sdk\/react)(\/.*)?$/, replacement: `${modules}$1$2` }];
if (version !== "7") {
  aliases.unshift(
    { find: "@ai-sdk/react", replacement: `${older}react-v${version}` },
    { find: "ai", replacement: dirname(dirname(sdk.resolve("ai"))) },
  );
}
const entry = join(folder, "entry.tsx");
writeFileSync(
  entry,
  `import { createRoot } from "react-dom/client";
import { ${name} } from ${JSON.stringify(file)};
createRoot(document.getElementById("root")!).render(<${name} />);
`,
);
await build({
  configFile: false,
  logLevel: "error",
  root: folder,
  resolve: { alias: aliases },
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  build: { outDir: folder, emptyOutDir: false, lib: { entry, formats: ["es"], fileName: () => "page.js" } },
  define: { "process.env.NODE_ENV": '"production"' },
});
console.log("true");
