/// The properties of characters that ECMA-262 knows in `\p{…}` (its tables of non-binary, binary and general category properties).
enum UnicodeProperty {
    /// The escape of PCRE2 for what stands between the braces; `nil` where ECMA-262 has no such property.
    static func translated(_ text: String, isNegated: Bool) -> String? {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard sides.count <= 2, let name = sides.first, text.utf8.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: "=") }) else {
            return nil
        }
        if sides.count == 2 {
            switch name {
            case "General_Category", "gc": return categories[sides[1]].map { escape($0, isNegated) }
            case "Script", "sc": return script(sides[1]).map { escape("sc:" + $0, isNegated) }
            case "Script_Extensions", "scx": return script(sides[1]).map { escape("scx:" + $0, isNegated) }
            default: return nil
            }
        }
        if name == "Assigned" { return escape("Cn", !isNegated) }
        if let category = categories[name] { return escape(category, isNegated) }
        return binaries.contains(name) ? escape(name, isNegated) : nil
    }

    private static func escape(_ property: String, _ isNegated: Bool) -> String { (isNegated ? "\\P{" : "\\p{") + property + "}" }

    /// The names of scripts are PCRE2's to know; it would take them in any case of letters.
    private static func script(_ name: String) -> String? {
        name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } == true && name.utf8.count > 1 ? name : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The names of each general category, the short one first.
    private static let categories: [String: String] = {
        let names = """
            L Letter;LC Cased_Letter;Lu Uppercase_Letter;Ll Lowercase_Letter;Lt Titlecase_Letter;Lm Modifier_Letter;Lo Other_Letter;\
            M Mark Combining_Mark;Mn Nonspacing_Mark;Mc Spacing_Mark;Me Enclosing_Mark;N Number;Nd Decimal_Number digit;Nl Letter_Number;\
            No Other_Number;P Punctuation punct;Pc Connector_Punctuation;Pd Dash_Punctuation;Ps Open_Punctuation;Pe Close_Punctuation;\
            Pi Initial_Punctuation;Pf Final_Punctuation;Po Other_Punctuation;S Symbol;Sm Math_Symbol;Sc Currency_Symbol;Sk Modifier_Symbol;\
            So Other_Symbol;Z Separator;Zs Space_Separator;Zl Line_Separator;Zp Paragraph_Separator;C Other;Cc Control cntrl;Cf Format;\
            Cs Surrogate;Co Private_Use;Cn Unassigned
            """
        var categories: [String: String] = [:]
        for line in names.split(separator: ";") {
            let aliases = line.split(separator: " ").map(String.init)
            for alias in aliases { categories[alias] = aliases[0] == "LC" ? "L&" : aliases[0] }
        }
        return categories
    }()

    private static let binaries = Set(
        """
        ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable CI Cased \
        Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF \
        Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji \
        Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict \
        Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST \
        ID_Continue IDC ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math \
        Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator \
        RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector \
        VS White_Space space XID_Continue XIDC XID_Start XIDS
        """.split(separator: " ").map(String.init))
}
