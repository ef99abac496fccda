import TestLimits
import Testing

@testable import ImageMetadata

/// The value of invalid pixels, and the samples that hold it.
@Suite(.timeLimited) struct NodataValueTests {
    @Test(arguments: [
        ("0", 0.0), (" -9999 ", -9999), ("-9999.0", -9999), ("255\n", 255), ("-3.4e+38", -3.4e38), ("1e3", 1000),
        ("0,5", 0.5), ("-1.#INF", -.infinity), ("inf", .infinity), ("+7", 7),
        ("-3.4028234663852886e+038", -3.4028234663852886e38),
        (".5", 0.5), ("-32768 -32768", -32768),
    ])
    func `text becomes the number that it says`(text: String, number: Double) throws {
        #expect(try #require(NodataValue(text)).number == number)
    }

    @Test(arguments: ["nan", "NaN", "-nan", "1.#QNAN", "-1.#IND"])
    func `all spellings of NaN are NaN, and equal to each other unless their sign differs`(text: String) throws {
        let value = try #require(NodataValue(text))
        #expect(value.number.isNaN)
        #expect(value == NodataValue(text))
        #expect(value.singles == .nan)
        #expect(value.doubles == .nan)
        #expect(value.pattern(bits: 8, isSigned: false) == nil)
    }

    @Test(arguments: ["", " ", "none", "0x10", "-", "1..2", "e5", "--1"])
    func `text that is not a number is none`(text: String) {
        #expect(NodataValue(text) == nil)
    }

    @Test func `integers are held by types with room for them`() throws {
        func pattern(_ text: String, _ bits: Int, signed: Bool = false) throws -> UInt64? {
            try #require(NodataValue(text)).pattern(bits: bits, isSigned: signed)
        }
        #expect(try pattern("0", 8) == 0)
        #expect(try pattern("-0", 8) == 0)
        #expect(try pattern("255", 8) == 255)
        #expect(try pattern("255.0", 8) == 255)
        #expect(try pattern("256", 8) == nil)
        #expect(try pattern("-1", 8) == nil)
        #expect(try pattern("0.5", 8) == nil)
        #expect(try pattern("1", 1) == 1)
        #expect(try pattern("2", 1) == nil)
        #expect(try pattern("-32768", 16, signed: true) == 0x8000)
        #expect(try pattern("32768", 16, signed: true) == nil)
        #expect(try pattern("-32769", 16, signed: true) == nil)
        #expect(try pattern("-9999", 16, signed: true) == 0xD8F1)
        #expect(try pattern("-1", 32, signed: true) == 0xFFFF_FFFF)
        #expect(try pattern("18446744073709551615", 64) == .max)
        #expect(try pattern("-9223372036854775808", 64, signed: true) == 0x8000_0000_0000_0000)
        #expect(try pattern("9223372036854775808", 64, signed: true) == nil)
        #expect(try pattern("-3.4e38", 32, signed: true) == nil)
    }

    @Test func `floating-point numbers are compared with the tolerance of rounded texts`() throws {
        let value = try #require(NodataValue("-9999")?.singles)
        #expect(value.contains(-9999))
        #expect(value.contains(Float(-9999).nextUp))
        #expect(!value.contains(-9998.99))
        let tenth = try #require(NodataValue("0.1")?.singles)
        #expect(tenth.contains(0.1))
        let zero = try #require(NodataValue("0")?.singles)
        #expect(zero.contains(-0.0))
        #expect(!zero.contains(.leastNonzeroMagnitude))
    }

    @Test(arguments: ["-3.4028234663852886e+38", "-3.40282346638529e+38", "-3.4e38"])
    func `the lowest number is recognized however its text is rounded`(text: String) throws {
        let value = try #require(NodataValue(text)?.singles)
        #expect(value.contains(-.greatestFiniteMagnitude))
        #expect(!value.contains(0))
        #expect(!value.contains(-1e30))
        #expect(!value.contains(.greatestFiniteMagnitude))
    }

    @Test func `a number beyond those of 32 bits marks none of them`() throws {
        #expect(try #require(NodataValue("-1.7976931348623157e+308")).singles == nil)
        #expect(try #require(NodataValue("-1.7976931348623157e+308")).doubles.contains(-.greatestFiniteMagnitude))
        #expect(try #require(NodataValue("-inf")).singles == .range(-.infinity...(-.infinity)))
    }

    @Test func `a value is described by its number`() throws {
        #expect(try #require(NodataValue("-9999.0")).description == "-9999")
        #expect(try #require(NodataValue("0.50")).description == "0.5")
        #expect(NodataValue(-7).description == "-7")
    }
}
