// Server-sent events as the WHATWG standard has them. `EventSource` cannot send a token, so a stream is a fetch that is read as it comes.

/** Makes events of a stream's text, which may be cut anywhere. */
export class EventStreamParser {
    #rest = '';
    #name = '';
    #data = null;
    #id = '';

    /** The events `{ name, data, id }` that a further piece of text completes; `id` is the last that came, '' where none has. */
    take(text) {
        const events = [];
        // A carriage return at the end may be half of a line's end.
        const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
        this.#rest = lines.pop();
        for (const line of lines) {
            if (line !== '') {
                this.#takeField(line);
                continue;
            }
            if (this.#data !== null) events.push({ name: this.#name || 'message', data: this.#data, id: this.#id });
            this.#name = '';
            this.#data = null;
        }
        return events;
    }

    #takeField(line) {
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'event') this.#name = value;
        if (field === 'data') this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
        if (field === 'id' && !value.includes('\0')) this.#id = value;
    }
}
