import { useState, type FormEvent } from "react";
import { inWords, send } from "./server.ts";

/** Asks for an e-mail address, and then for the code that the server has sent there. */
export function SignIn() {
  const [email, setEmail] = useState("");
  const [isSent, setIsSent] = useState(false);
  const [problem, setProblem] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProblem("");
    const code = new FormData(event.currentTarget).get("code");
    const done = isSent
      ? send("POST", "/api/session", { email, code }).then(() => location.reload())
      : send("POST", "/api/code", { email }).then(() => setIsSent(true));
    done.catch((error: unknown) => setProblem(inWords(error)));
  };
  return (
    <main className="sign-in">
      <h1>Sign in</h1>
      <p>
        {isSent
          ? `If ${email} has an account, a code is on its way. It works for 10 minutes.`
          : "We send a code to your e-mail address. You need no password."}
      </p>
      <form onSubmit={submit}>
        {isSent ? (
          <label key="code">
            Code
            <input
              name="code"
              autoFocus
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="\s*\d{6}\s*"
              title="The six digits of the code"
            />
          </label>
        ) : (
          <label key="email">
            E-mail address
            <input
              name="email"
              type="email"
              autoFocus
              required
              autoComplete="email"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          </label>
        )}
        {problem && <p role="alert">{problem}</p>}
        <div className="buttons">
          <button type="submit" className="primary">
            {isSent ? "Sign in" : "Send the code"}
          </button>
          {isSent && (
            <button type="button" onClick={() => setIsSent(false)}>
              Back
            </button>
          )}
        </div>
      </form>
    </main>
  );
}
