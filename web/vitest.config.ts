import { defineConfig, mergeConfig } from "vitest/config";

import pages from "./vite.config.js";

/** The pages are built without the packages that their tests need, which take most of the time of an installation. */
export default mergeConfig(
  pages,
  defineConfig({
    // Each file has its own window and modules in a context of the same process: a third of the time of a process each.
    test: {
      pool: "vmThreads",
      include: ["{tests,client/tests}/**/*.test.{ts,tsx}"],
      setupFiles: ["tests/every-language.ts", "tests/patience.ts"],
      testTimeout: 30_000,
    },
  }),
);
