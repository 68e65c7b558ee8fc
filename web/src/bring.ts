/**
 * Brings the files of a part before the part is imported. Browsers remember for as long as a page stands that an import
 * failed (whatwg/html#6768), and of a preloading link likewise: the part would never come, though the network is back.
 * The build puts this in the place of Vite's own preloading: every dynamic import of the pages goes through it.
 */
const coming = new Map<string, Promise<void>>();

/** Imports what `load` does when the files, named from the origin's root without a slash, are there. Throws where one is not. */
export async function bring<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  await Promise.all(files.map(arrival));
  return load();
}

function arrival(file: string): Promise<void> {
  const known = coming.get(file);
  if (known !== undefined) return known;
  const promise = fetched(`/${file}`);
  coming.set(file, promise);
  promise.catch(() => coming.delete(file));
  return promise;
}

async function fetched(address: string): Promise<void> {
  if (document.querySelector(`[src="${address}"],[href="${address}"]`) !== null) return;
  if (address.endsWith(".css")) return styled(address);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await response.arrayBuffer(); // The whole file is in the browser's cache then, which the import takes it from.
}

function styled(address: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.href = address;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} cannot be loaded`));
    };
  });
}
