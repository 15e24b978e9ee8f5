// The one websocket to the server (../PROTOCOL.md): calls with answers, events, and coming back.

/** A call the server would not carry out: `code` is one of the page's words. */
export class Refused extends Error {
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class Socket {
  #socket = null;
  #waiting = new Map();
  #ref = 0;
  #wait = FIRST_WAIT;

  /** `heard(event)` for each event; `opened()` after each connection; `lost(seconds)` when it is gone. */
  constructor({ heard, opened, lost }) {
    Object.assign(this, { heard, opened, lost });
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow());
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.#socket = new WebSocket(`${scheme}://${location.host}/play/ws`));
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.opened();
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => socket === this.#socket && this.#closed();
  }

  /** Sends a call; resolves with the server's `done`, rejects with Refused. */
  call(op, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN)
      return Promise.reject(new Refused("playground.disconnected"));
    const ref = ++this.#ref;
    this.#socket.send(JSON.stringify({ op, ref, ...fields }));
    return new Promise((resolve, reject) => this.#waiting.set(ref, { resolve, reject }));
  }

  #receive(event) {
    const call = this.#waiting.get(event.ref);
    if (event.op === "done") call?.resolve(event);
    else if (event.op === "refused") call?.reject(new Refused(event.code, event.args));
    else return this.heard(event);
    this.#waiting.delete(event.ref);
  }

  #closed() {
    this.#waiting.forEach(({ reject }) => reject(new Refused("playground.disconnected")));
    this.#waiting.clear();
    this.lost(this.#wait / 1000);
    this.timer = setTimeout(() => this.connect(), this.#wait * (0.8 + Math.random() * 0.4));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #retryNow() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.connect();
  }
}
