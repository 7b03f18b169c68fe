/// The constant parts of every TypeScript file.
enum TypeScriptParts {
    static let items = """
        /** Any JSON value. */
        export type AnyJSON = null | boolean | number | string | AnyJSON[] | { [key: string]: AnyJSON };

        /** An item of a list, as every page and every change has it, with a type and a value. */
        export interface Item<Type, Value> {
            id: string;
            /** Section and row, from 0, in the version that was read. */
            indexPath: [number, number];
            type: Type;
            /** The reuse identifier of the item's cell. */
            cell: string;
            /** The list's version that last changed the item's value or type. */
            revision: number;
            value: Value;
        }

        /** An item as `JSON.parse` gives it. */
        export type ItemEnvelope = Item<string | null, unknown>;

        /** An item of another type. Show a cell that says so, or none, and go on with the page. */
        export interface UnsupportedItem extends Item<null, AnyJSON> {
            /** The item's own type; null where it has none. */
            unsupportedType: string | null;
        }

        """

    /// By name, in the order in which each needs only those behind it.
    private static let guards: [(name: String, text: String)] = [
        (
            "orNull",
            """
            function orNull<T>(guard: Guard<T>): Guard<T | null> {
                return (value): value is T | null => value === null || guard(value);
            }
            """
        ),
        (
            "isArrayOf",
            """
            function isArrayOf<T>(guard: Guard<T>): Guard<T[]> {
                return (value): value is T[] => Array.isArray(value) && value.every((element) => guard(element));
            }
            """
        ),
        (
            "isMapOf",
            """
            function isMapOf<T>(guard: Guard<T>): Guard<{ [key: string]: T }> {
                return (value): value is { [key: string]: T } => isRecord(value) && Object.keys(value).every((key) => guard(value[key]));
            }
            """
        ),
        (
            "isAny",
            """
            function isAny(value: unknown): value is AnyJSON {
                return value !== undefined;
            }
            """
        ),
        (
            "isString",
            """
            function isString(value: unknown): value is string {
                return typeof value === "string";
            }
            """
        ),
        (
            "isInteger",
            """
            function isInteger(value: unknown): value is number {
                return typeof value === "number" && value % 1 === 0;
            }
            """
        ),
        (
            "isNumber",
            """
            function isNumber(value: unknown): value is number {
                return typeof value === "number";
            }
            """
        ),
        (
            "isBoolean",
            """
            function isBoolean(value: unknown): value is boolean {
                return typeof value === "boolean";
            }
            """
        ),
        (
            "mayHave",
            """
            function mayHave(record: Record<string, unknown>, key: string, guard: Guard<unknown>): boolean {
                return !Object.prototype.hasOwnProperty.call(record, key) || guard(record[key]);
            }
            """
        ),
        (
            "has",
            """
            function has(record: Record<string, unknown>, key: string, guard: Guard<unknown>): boolean {
                return Object.prototype.hasOwnProperty.call(record, key) && guard(record[key]);
            }
            """
        ),
        (
            "isRecord",
            """
            function isRecord(value: unknown): value is Record<string, unknown> {
                return typeof value === "object" && value !== null && !Array.isArray(value);
            }
            """
        ),
        ("Guard", "type Guard<T> = (value: unknown) => value is T;"),
    ]

    /// The functions that check JSON and that some code needs, those that they need among them.
    static func guards(for code: String) -> String {
        var text = code
        var needed: [String] = []
        for part in guards where needs(part.name, in: text) {
            text += part.text
            needed.append(part.text)
        }
        return needed.joined(separator: "\n\n")
    }

    private static func needs(_ name: String, in text: String) -> Bool {
        ["(\(name)(", "(\(name))", " \(name)(", ", \(name))", "!\(name)(", ": \(name)<"].contains { text.contains($0) }
    }
}
