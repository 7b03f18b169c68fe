// A window on a list that may be higher than what a browser lays out (33.5 million pixels in Chromium; a million rows are 60 million).
// The scroll bar spans LIMIT pixels at most, and `base` says how far the list's pixels are ahead of the scroller's.

export const LIMIT = 8_000_000;
/** A move of more screens than this is a jump of the thumb, and means a part of the whole; a smaller one means pixels. */
const JUMP = 3;

export class Viewport {
    /** The list's height, the scroll bar's range, and the window's height. */
    height = 0;
    range = 0;
    window = 0;
    /** What is added to the scroller's position to get the list's. */
    base = 0;
    #position = 0;

    get top() {
        return this.#position + this.base;
    }

    get isMapped() {
        return this.height > LIMIT;
    }

    /** The last position that the list's top can have. */
    get end() {
        return Math.max(0, this.height - this.window);
    }

    measure(height, window) {
        this.height = height;
        this.window = window;
        this.range = Math.min(height, LIMIT);
        if (!this.isMapped) this.base = 0;
    }

    /** Takes the scroller's new position. */
    scrolled(position) {
        const distance = Math.abs(position - this.#position);
        this.#position = position;
        if (!this.isMapped) return;
        const room = this.range - this.window;
        // In a high window a thumb that moves by one pixel of the screen, its least, moves by fewer screens.
        const least = (0.9 * this.range) / this.window / devicePixelRatio;
        if (distance > Math.min(this.window * JUMP, least)) this.base = Math.round((position / room) * this.end) - position;
        else if (position <= 0) this.base = 0;
        else if (position >= room - 1) this.base = this.end - position;
        else this.base = Math.min(Math.max(this.base, -position), this.end - position);
    }

    /** Shows the list from `top`; returns the position that the scroller has to take. */
    show(top) {
        const wanted = Math.min(Math.max(0, top), this.end);
        this.#position = this.isMapped ? Math.round((wanted / this.end) * (this.range - this.window)) : Math.round(wanted);
        this.base = this.isMapped ? wanted - this.#position : 0;
        return this.#position;
    }

    /** Moves what is shown by a few pixels, while rows come in above it; returns as `show` does. */
    shift(distance) {
        const top = this.top + distance;
        if (!this.isMapped || top < 0 || top > this.end) return this.show(top);
        this.base += distance;
        return this.#position;
    }
}
