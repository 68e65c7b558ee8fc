/**
 * A PDF, drawn by pdf.js, which is loaded with the first one. It and all that it loads are files of our own; of the
 * document, only those parts are asked for that the pages seen need. Scripts and links in it do nothing.
 */
import { type Box, fileAddress, PDF } from "citestream-client/passages";
import { request } from "citestream-client/transport";
import type * as Pdfjs from "pdfjs-dist";
import libraryAddress from "pdfjs-dist/legacy/build/pdf.min.mjs?url";
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

import { bring } from "../../bring";
import type { Size } from "./layout";

export interface PdfFile {
  readonly pages: number;
  /** Of its first page, and so probably of all. */
  readonly usual: Size;
  /** A page, from 1 on. Rejects where it is damaged or cannot be loaded. */
  readonly page: (number: number) => Promise<PdfPage>;
  readonly close: () => void;
}

/** Shares of a page's width and height, from its top left. */
export interface Share {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PdfPage {
  readonly size: Size;
  readonly shareOf: (box: Box) => Share;
  /** Draws it into a canvas, that many pixels wide on the screen. */
  readonly draw: (canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<void>;
  /** Writes its text, which nobody sees, to where it stands: it can be selected, copied and read out. */
  readonly write: (host: HTMLElement, signal: AbortSignal) => Promise<void>;
  /** Forgets what it was drawn with. */
  readonly release: () => void;
}

/** Of a drawn page: 64 MB. A larger one is drawn less finely. */
const MOST_PIXELS = 16 * 1024 * 1024;
/** A picture beyond it is left out. */
const MOST_OF_A_PICTURE = 64 * 1024 * 1024;
const PART_BYTES = 128 * 1024;
/** Character maps, fonts and decoders that come with pdf.js; set by the build. */
declare const PDFJS_FILES: string;

let library: Promise<typeof Pdfjs> | null = null;

function load(): Promise<typeof Pdfjs> {
  library ??= bring<typeof Pdfjs>(() => import(/* @vite-ignore */ libraryAddress), [libraryAddress.slice(1)]).then(
    (loaded) => {
      loaded.GlobalWorkerOptions.workerSrc = workerAddress;
      return loaded;
    },
    (error: unknown) => {
      library = null;
      throw error;
    },
  );
  return library;
}

/** Opens the file of a document. Rejects where it is gone, cannot be loaded, or is no PDF that can be read. */
export async function openFile(documentId: string, signal: AbortSignal): Promise<PdfFile> {
  const address = fileAddress(documentId, PDF, undefined);
  const [pdfjs, head] = await Promise.all([load(), request(address, { method: "HEAD" }, { signal })]);
  const tag = head.headers.get("ETag");
  const files = new URL(PDFJS_FILES, location.href).href;
  const task = pdfjs.getDocument({
    url: new URL(address, location.href).href,
    ...(tag === null ? {} : { httpHeaders: { "If-Match": tag } }), // Parts of two files make none.
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: PART_BYTES,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    useWasm: false, // The page's policy forbids it; decoders in script take its place.
    useSystemFonts: false, // A PDF without its fonts looks the same everywhere.
    maxImageSize: MOST_OF_A_PICTURE,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  const close = (): void => void task.destroy();
  signal.addEventListener("abort", close);
  try {
    const document = await task.promise;
    const page = async (number: number): Promise<PdfPage> => pageOf(pdfjs, await document.getPage(number));
    const usual = (await page(1)).size;
    return { pages: document.numPages, usual, page, close };
  } catch (error) {
    close();
    throw error;
  }
}

function pageOf(pdfjs: typeof Pdfjs, page: Pdfjs.PDFPageProxy): PdfPage {
  const whole = page.getViewport({ scale: 1 });
  const { width, height } = whole;
  return {
    size: { width, height },
    shareOf: ({ left, bottom, right, top }) => {
      const [x = 0, y = 0] = whole.convertToViewportPoint(left, bottom) as number[];
      const [x2 = 0, y2 = 0] = whole.convertToViewportPoint(right, top) as number[];
      return {
        left: Math.min(x, x2) / width,
        top: Math.min(y, y2) / height,
        width: Math.abs(x2 - x) / width,
        height: Math.abs(y2 - y) / height,
      };
    },
    draw: async (canvas, seen, signal) => {
      const scale = seen / width;
      const fine = Math.min(devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (seen * scale * height)));
      const viewport = page.getViewport({ scale: scale * fine });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const task = page.render({ canvas, viewport });
      const cancel = (): void => task.cancel();
      signal.addEventListener("abort", cancel);
      await task.promise.finally(() => signal.removeEventListener("abort", cancel));
    },
    write: async (host, signal) => {
      const textContentSource = page.streamTextContent() as ReadableStream;
      const layer = new pdfjs.TextLayer({ textContentSource, container: host, viewport: whole });
      const cancel = (): void => layer.cancel();
      signal.addEventListener("abort", cancel);
      await layer.render().finally(() => signal.removeEventListener("abort", cancel));
    },
    release: () => void page.cleanup(),
  };
}
