// What the page's types need beside its modules: the classes that several modules name, and what TypeScript 4.8 does not know of browsers.

type ListSession = import('../../Clients/TypeScript/src/core/session.js').ListSession;
type ListModel = import('../../Clients/TypeScript/src/core/model.js').ListModel;
type TypeHeights = import('../../Clients/TypeScript/src/core/heights.js').TypeHeights;
type Scroller = import('../../page/ui/scroller.js').Scroller;
type ListSelection = import('../../page/ui/selection.js').Selection;
type RowMarks = import('../../page/ui/marks.js').Marks;
type ItemPanel = import('../../page/ui/item.js').ItemPanel;
type Inspector = import('../../page/ui/inspector.js').Inspector;
type Problem = import('../../page/ui/api.js').Problem;

/** A value that was read of a file; `text` is its JSON. */
type FileRow = { text: string, value: any, line: number };

/** A control of a form for one value: `text` and `show` are of its JSON, null where there is none; `problem` says what cannot be written. */
type FormControl = {
    input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, hint: string | null, problem: () => string | null,
    text: () => string | null, show: (text: string | null) => void,
};

/** A part of a form, for a value or for what is in it. */
type FormPart = { root: HTMLElement, flaw: string | null, show: (text: string | null) => void };

/** An index path. */
type Path = [section: number, row: number];

/** A thing as the server shows it, parsed. */
type JSONObject = Record<string, any>;

/** The element that `element('input.wide')` makes. */
type ElementOf<Name extends string> = Name extends `${infer Tag}.${string}` ? TagElement<Tag> : TagElement<Name>;
type TagElement<Tag extends string> =
    Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : Tag extends '' ? HTMLDivElement : HTMLElement;

interface Element {
    role: string | null;
    checkVisibility(options?: object): boolean;
    setAttribute(name: string, value: unknown): void;
}

interface CSSStyleDeclaration {
    setProperty(name: string, value: unknown, priority?: string): void;
}

interface HTMLElement {
    /** What the page keeps beside an element of a list: its height in the list, its item, its index path. */
    y?: number;
    at?: number;
    path?: Path;
    item?: JSONObject | null;
    index?: number;
    version?: number;
}

interface WindowEventMap {
    written: CustomEvent<{ method: string, address: string, json: any, text: string, headers: Headers }>;
}
