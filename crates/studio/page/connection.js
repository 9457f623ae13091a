// The one WebSocket of the page: questions with numbers, answers, progress, cancelling, and coming back after a break.

/** What a failed question throws: the findings of the server. */
class Refusal extends Error {
  constructor(findings) {
    super(findings[0]?.message ?? "the server refused");
    this.findings = findings;
  }
}

const lost = () =>
  new Refusal([
    { severity: "error", code: "connection", message: "The connection to the server was lost.", hints: [] },
  ]);

export class Connection {
  #socket = null;
  #next = 1;
  #open = new Map();
  #wait = 250;
  #follower = () => {};
  #state = "connecting";
  #decided;
  /** The promise of the state after the first try: "open" or "refused". */
  firstState = new Promise((resolve) => (this.#decided = resolve));

  constructor(address) {
    this.address = address;
    this.#connect();
  }

  /** Calls `follower` now and after every change: "connecting", "open", "lost" (it tries again), "refused" (the first try failed). */
  follow(follower) {
    this.#follower = follower;
    follower(this.#state);
  }
  #become(state) {
    this.#state = state;
    this.#decided(state);
    this.#follower(state);
  }

  #connect() {
    const socket = new WebSocket(this.address);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#socket = socket;
      this.#wait = 250;
      this.hadOpened = true;
      this.#become("open");
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      this.#socket = null;
      for (const question of this.#open.values()) question.reject(lost());
      this.#open.clear();
      this.#become(opened || this.hadOpened ? "lost" : "refused");
      if (!this.hadOpened) return;
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, 5000);
    };
  }

  #receive({ id, answer, findings, progress }) {
    const question = this.#open.get(id);
    if (!question) return;
    if (progress) return question.progress?.(progress);
    this.#open.delete(id);
    if (answer !== undefined) question.resolve(answer);
    else question.reject(new Refusal(findings ?? []));
  }

  /**
   * Asks and gives a promise of the answer. `progress` is called with `{part, doing}`; the promise has `cancel()`,
   * after which the server answers with what it has, or refuses with `stopped`.
   */
  ask(what, content = {}, progress = null) {
    const id = this.#next++;
    const answer = new Promise((resolve, reject) => {
      if (!this.#socket) return reject(lost());
      this.#open.set(id, { resolve, reject, progress });
      this.#socket.send(JSON.stringify({ id, ask: what, ...content }));
    });
    answer.cancel = () => this.#socket?.send(JSON.stringify({ id: this.#next++, ask: "cancel", of: id }));
    return answer;
  }
}
