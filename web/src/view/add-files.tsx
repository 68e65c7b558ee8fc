/** Where documents are added: files or a folder are chosen, and named is the workspace that they go into. */
import { useLayoutEffect, useRef } from "preact/hooks";

import type { LibraryLabels } from "../labels/library";
import { chosen, type Chosens } from "./dropped-files";

interface AddFilesProps {
  readonly workspace: string;
  readonly workspaces: readonly string[];
  readonly isDropping: boolean;
  readonly words: LibraryLabels;
  readonly onWorkspace: (name: string) => void;
  readonly onFiles: (files: Chosens) => void;
}

export function AddFiles({ workspace, workspaces, isDropping, words, onWorkspace, onFiles }: AddFilesProps) {
  return (
    <section class="add-files" aria-labelledby="add" data-dropping={isDropping}>
      <h2 id="add">{words.add}</h2>
      <p>{words.drop}</p>
      <p class="library-actions">
        <FileButton onFiles={onFiles}>{words.chooseFiles}</FileButton>
        <FileButton onFiles={onFiles} isFolder>
          {words.chooseFolder}
        </FileButton>
      </p>
      <div class="desk-form">
        <label>
          {words.intoWorkspace}
          <input
            list="workspaces"
            maxLength={200}
            value={workspace}
            onInput={(event) => onWorkspace(event.currentTarget.value)}
          />
        </label>
        <datalist id="workspaces">
          {workspaces.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    </section>
  );
}

interface FileButtonProps {
  readonly children: string;
  readonly isFolder?: boolean;
  readonly onFiles: (files: Chosens) => void;
}

/** A button of the page's own: the browser's says "no file chosen" in the browser's language. */
function FileButton({ children, isFolder = false, onFiles }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) field.current.webkitdirectory = isFolder;
  }, [isFolder]);
  return (
    <>
      <button type="button" class="quiet" onClick={() => field.current?.click()}>
        {children}
      </button>
      <input
        type="file"
        multiple
        hidden
        data-folder={isFolder}
        ref={field}
        onChange={({ currentTarget }) => {
          onFiles(chosen(currentTarget.files));
          currentTarget.value = "";
        }}
      />
    </>
  );
}
