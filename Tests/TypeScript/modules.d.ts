// What the package's types need of Node's modules and of React, which it names.

declare module 'node:fs/promises' {
    export function mkdir(path: string, options: { recursive: boolean }): Promise<unknown>;
    export function readFile(path: string, encoding: 'utf8'): Promise<string>;
    export function rename(from: string, to: string): Promise<void>;
    export function rm(path: string, options: { force: boolean }): Promise<void>;
    export function open(path: string, flags: 'w'): Promise<{
        writeFile(text: string): Promise<void>, sync(): Promise<void>, close(): Promise<void>,
    }>;
}

declare module 'node:path' {
    export function join(...parts: string[]): string;
    export function resolve(path: string): string;
}

declare module 'react' {
    export function useEffect(effect: () => void | (() => void), dependencies: readonly unknown[]): void;
    export function useMemo<Value>(make: () => Value, dependencies: readonly unknown[]): Value;
    export function useState<Value>(first: Value | (() => Value)): [Value, (next: Value) => void];
    export function useSyncExternalStore<Value>(
        subscribe: (listener: () => void) => () => void, snapshot: () => Value, serverSnapshot?: () => Value): Value;
}
