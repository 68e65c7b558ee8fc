/** Files that were chosen or dropped, those of folders too, each with its path. */

export interface Chosen {
  readonly file: File;
  /** Where it lay in what was dropped; its name, if it came by itself. */
  readonly path: string;
}

export interface Chosens {
  readonly files: readonly Chosen[];
  /** Files of folders that are no documents. */
  readonly leftOut: number;
}

/** What files of folders must end in to be read, as `citestream ingest` has it (docs/documents.md). */
export const ENDINGS = new Set(
  (
    "atom bash c cc cfg cjs conf cpp cs css csv cxx docm docx eml epub go h hh hpp htm html hxx ini ipynb java " +
    "js json jsonl jsx kt kts less log lua markdown md mdx mjs mts ndjson odp ods odt otp ots ott pdf php ppsx " +
    "pptm pptx properties py pyi rake rb rs rss rst rtf scala scss sh sql swift tab text toml ts tsv tsx txt " +
    "xhtml xlsm xlsx xltm xltx xml xsd xsl yaml yml zsh"
  ).split(" "),
);
const GENERATED = /\.min\.(js|css)$|-lock\.(json|yaml)$/u;
const NOT_DOCUMENTS = new Set(["node_modules", "__pycache__"]);

/** What a drop brought. To be called while it happens: afterwards the browser has forgotten it. */
export function entriesOf(data: DataTransfer | null): (FileSystemEntry | File)[] {
  return Array.from(data?.items ?? [])
    .filter((item) => item.kind === "file")
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((entry) => entry !== null);
}

/** All files of what was dropped, folders opened, in the order of their paths. */
export async function opened(entries: readonly (FileSystemEntry | File)[]): Promise<Chosens> {
  const files: Chosen[] = [];
  const open = async (entry: FileSystemEntry | File, path: string): Promise<void> => {
    if (entry instanceof File) files.push({ file: entry, path });
    else if (entry.isFile) files.push({ file: await fileOf(entry as FileSystemFileEntry), path });
    else if (isWanted(entry.name)) {
      for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await open(child, `${path}/${child.name}`);
    }
  };
  for (const entry of entries) await open(entry, entry.name);
  return sifted(files);
}

/** The files of a form's field. */
export function chosen(list: FileList | null): Chosens {
  return sifted(Array.from(list ?? []).map((file) => ({ file, path: file.webkitRelativePath || file.name })));
}

/** A file that was named itself is always sent, and the gateway says what is wrong with it. */
function sifted(files: readonly Chosen[]): Chosens {
  const fit = files.filter(({ path }) => !path.includes("/") || isDocument(path));
  return { files: fit.toSorted((a, b) => (a.path < b.path ? -1 : 1)), leftOut: files.length - fit.length };
}

function isDocument(path: string): boolean {
  const parts = path.split("/").slice(1);
  return parts.every(isWanted) && !GENERATED.test(path) && ENDINGS.has(/\.([^.]+)$/u.exec(path)?.[1]?.toLowerCase() ?? "");
}

const isWanted = (name: string): boolean => !name.startsWith(".") && !NOT_DOCUMENTS.has(name);

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A browser gives them a hundred at a time, and nothing at the end. */
async function childrenOf(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
