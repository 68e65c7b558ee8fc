/** What every page shows until its reader has signed in. */
import type { Labels } from "../labels";
import { SignIn } from "../view/sign-in";
import { Header } from "./header";
import { signIn } from "./session";

export function SignInPage({ labels }: { readonly labels: Labels }) {
  return (
    <div class="page empty">
      <Header labels={labels} />
      <main id="content" tabIndex={-1}>
        <SignIn labels={labels} onKey={signIn} />
      </main>
    </div>
  );
}
