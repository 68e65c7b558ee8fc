/** As which application the pages ask; they come back to its conversations alone. */
export const CONSOLE = { callerApp: "console" } as const;
