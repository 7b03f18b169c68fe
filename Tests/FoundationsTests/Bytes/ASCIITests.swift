import Foundations
import Testing

@Suite("Kinds of ASCII characters")
struct ASCIITests {
    private static let digits = Set("0123456789".utf8)
    private static let small = Set("abcdefghijklmnopqrstuvwxyz".utf8)
    private static let large = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    @Test("every byte is of the kinds that it is of")
    func kinds() {
        for byte in UInt8.min ... .max {
            let (isDigit, isSmall, isLarge) = (Self.digits.contains(byte), Self.small.contains(byte), Self.large.contains(byte))
            #expect(ASCII.isDigit(byte) == isDigit, "\(byte)")
            #expect(ASCII.isLetter(byte) == (isSmall || isLarge), "\(byte)")
            #expect(ASCII.isSmallLetter(byte) == isSmall, "\(byte)")
            #expect(ASCII.isAlphanumeric(byte) == (isDigit || isSmall || isLarge), "\(byte)")
            #expect(ASCII.isSmallHexDigit(byte) == "0123456789abcdef".utf8.contains(byte), "\(byte)")
            #expect(ASCII.isBlank(byte) == " \t".utf8.contains(byte), "\(byte)")
            #expect(ASCII.isWhiteSpace(byte) == [0x20, 0x09, 0x0A, 0x0D].contains(byte), "\(byte)")
            #expect(ASCII.isControl(byte) == ((0...31).contains(byte) || byte == 127), "\(byte)")
            #expect(ASCII.lowercased(byte) == (isLarge ? byte + 32 : byte), "\(byte)")
            #expect(ASCII.hexValue(of: byte) == UInt8(String(UnicodeScalar(byte)), radix: 16), "\(byte)")
        }
    }

    @Test("one byte of any length of text decides whether it is visible, and whether a control character is in it")
    func words() {
        for count in 0...40 {
            for position in 0..<count {
                for byte in UInt8.min ... .max {
                    var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                    text[position] = byte
                    text.withUnsafeBytes { text in
                        #expect(ASCII.areVisible(text) == (0x21...0x7E).contains(byte), "\(byte) at \(position) of \(count)")
                        #expect(ASCII.hasControl(text) == ASCII.isControl(byte), "\(byte) at \(position) of \(count)")
                    }
                }
            }
        }
    }

    @Test("texts are compared without regard to the case of letters, and of nothing else")
    func comparison() {
        #expect(ASCII.isEqual("Content-LENGTH".utf8, toLowercase: "content-length"))
        #expect(!ASCII.isEqual("content-lengt".utf8, toLowercase: "content-length"))
        #expect(!ASCII.isEqual("content-lengths".utf8, toLowercase: "content-length"))
        #expect(!ASCII.isEqual("content\rlength".utf8, toLowercase: "content-length"))
        #expect(ASCII.isEqual("[::1]".utf8, toLowercase: "[::1]") && !ASCII.isEqual("{::1}".utf8, toLowercase: "[::1]"))
    }

    @Test("blanks and white space are cut off at the ends and kept within")
    func trimming() {
        let text = "\r\n \ta b\t \n".utf8
        #expect(ASCII.trimmingWhiteSpace(text).elementsEqual("a b".utf8))
        #expect(ASCII.trimmingBlanks(text).elementsEqual(text))
        #expect(ASCII.trimmingBlanks(" \ta b\t ".utf8).elementsEqual("a b".utf8))
        #expect(ASCII.droppingLastBlanks(" \ta b\t ".utf8).elementsEqual(" \ta b".utf8))
        #expect(ASCII.trimmingWhiteSpace(" \n".utf8).isEmpty && ASCII.trimmingBlanks("".utf8).isEmpty)
    }

    @Test("a text of digits has nothing else")
    func digits() {
        #expect(ASCII.areDigits("0123456789".utf8) && ASCII.areDigits("".utf8))
        #expect(!ASCII.areDigits("12a".utf8) && !ASCII.areDigits("-1".utf8))
    }
}
