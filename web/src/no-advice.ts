/** In the place of the client library's `advice.ts` when the pages are built: they say such things in their own words. */
import type * as advice from "../client/src/advice";

const silent = (): string => "";

export const afterRefusal: typeof advice.afterRefusal = silent;
export const afterLoss: typeof advice.afterLoss = silent;
export const afterStranger: typeof advice.afterStranger = silent;
export const wrongBase: typeof advice.wrongBase = silent;
