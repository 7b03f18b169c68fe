// What the guide's component needs of React's types, which Debian does not have.

declare namespace JSX {
    interface Element {}
    interface IntrinsicElements {
        [name: string]: {
            key?: string | number, style?: Record<string, string | number>, children?: unknown,
            onScroll?: (event: { currentTarget: HTMLElement }) => void,
        };
    }
}

declare module 'react/jsx-runtime' {
    export function jsx(type: unknown, properties: unknown, key?: string | number): JSX.Element;
    export function jsxs(type: unknown, properties: unknown, key?: string | number): JSX.Element;
}
