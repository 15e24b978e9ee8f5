// What time it is in the playground: the browser's, and whatever was let pass at once.

import { language } from "./words.js";

let ahead = 0; // milliseconds

/** Now, in milliseconds, as the bot sees it. */
export const now = () => Date.now() + ahead;

/** The server's clock is so many seconds ahead of the real one. */
export function putForward(seconds) {
  ahead = seconds * 1000;
}

/** "Tuesday, 6 January at 00:15", in the page's language. */
export const today = () =>
  new Intl.DateTimeFormat(language(), {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(now()));
