import TestLimits
import Testing
import TilePyramid

@testable import TileServing

@Suite(.timeLimited)
struct ImageRequestTests {
    private func resolve(
        _ text: String, _ version: ImageAPIVersion = .three, image: PixelSize = PixelSize(width: 300, height: 200),
        limits: ServingLimits = ServingLimits()
    ) throws -> ResolvedImageRequest {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return try ResolvedImageRequest(ImageRequest(parts, version), of: image, version, limits)
    }

    private func region(_ text: String) throws -> PixelRect {
        try resolve("\(text)/max/0/default.jpg").region
    }

    private func size(_ text: String, _ version: ImageAPIVersion = .three) throws -> PixelSize {
        try resolve("full/\(text)/0/default.jpg", version).size
    }

    @Test func `regions are whole, square, in pixels or in percent, and end with the image`() throws {
        #expect(try region("full") == PixelRect(x: 0, y: 0, width: 300, height: 200))
        #expect(try region("square") == PixelRect(x: 50, y: 0, width: 200, height: 200))
        #expect(try region("10,20,30,40") == PixelRect(x: 10, y: 20, width: 30, height: 40))
        #expect(try region("290,190,30,40") == PixelRect(x: 290, y: 190, width: 10, height: 10))
        #expect(try region("pct:10,25,50,12.5") == PixelRect(x: 30, y: 50, width: 150, height: 25))
        #expect(try region("pct:0,0,0.001,0.001") == PixelRect(x: 0, y: 0, width: 1, height: 1))
    }

    @Test(arguments: [
        "", "whole", "300,0,10,10", "0,200,10,10", "1,2,3", "1,2,3,4,5", "1,2,0,4", "1,2,3,0", "-1,2,3,4", "1,2,3,x",
        "+1,2,3,4", "1.5,2,3,4", "pct:1,2,3", "pct:100,0,10,10", "pct:0,0,0,10", "pct:nan,0,10,10", "pct:1e1,0,10,10",
        "99999999999999999999,0,1,1", "0,0,99999999999999999999,1", " 1,2,3,4",
    ]) func `other regions are refused`(_ text: String) {
        #expect(throws: RequestError.self) { try region(text) }
    }

    @Test func `sizes keep the proportions unless both sides are given`() throws {
        #expect(try size("max") == PixelSize(width: 300, height: 200))
        #expect(try size("150,") == PixelSize(width: 150, height: 100))
        #expect(try size(",50") == PixelSize(width: 75, height: 50))
        #expect(try size("pct:50") == PixelSize(width: 150, height: 100))
        #expect(try size("120,110") == PixelSize(width: 120, height: 110))
        #expect(try size("!150,150") == PixelSize(width: 150, height: 100))
        #expect(try size("!300,50") == PixelSize(width: 75, height: 50))
        #expect(try size("1,") == PixelSize(width: 1, height: 1))
    }

    @Test func `larger sizes need a circumflex in version 3, and none in version 2`() throws {
        for text in ["301,", ",201", "pct:101", "301,200", "300,201", "!400,400"] {
            #expect(throws: RequestError.self) { try size(text) }
            #expect(try size("^" + text) == size(text, .two))
        }
        #expect(try size("^600,") == PixelSize(width: 600, height: 400))
        #expect(try size("^!900,400") == PixelSize(width: 600, height: 400))
        #expect(try size("full", .two) == PixelSize(width: 300, height: 200))
        #expect(throws: RequestError.self) { try size("full") }
        #expect(throws: RequestError.self) { try size("^150,", .two) }
    }

    @Test(arguments: [
        "", "0,", ",0", "0,0", "!,10", "!10,", "a,b", "-1,", "pct:0", "pct:-1", "pct:", "10", "10,10,10", ",", "!", "^",
        "1.5,", "99999999999999999999,", "^99999,1",
    ]) func `other sizes are refused`(_ text: String) {
        #expect(throws: RequestError.self) { try size(text) }
    }

    @Test func `errors of sizes list their forms`() {
        func message(_ text: String, _ version: ImageAPIVersion) -> String? {
            do throws(RequestError) {
                _ = try ImageRequest(["full", text, "0", "default.jpg"], version)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(
            message("10", .two)
                == "a size is one of `max`, `w,`, `,h`, `pct:n`, `w,h` and `!w,h`, and has at least one pixel.")
        #expect(message("10", .three)?.contains("`!w,h` (with ^ before it to enlarge), and") == true)
        #expect(message("full", .three) == "version 3 of the IIIF Image API has no size `full`. Write `max`.")
        #expect(message("full", .two) == nil)
    }

    @Test func `what is larger than the limits is refused, and the maximum keeps to them`() throws {
        var limits = ServingLimits()
        limits.maxWidth = 100
        limits.maxHeight = 100
        limits.maxArea = 5000
        for text in ["101,", "100,", "full", "100,51"] {
            #expect(throws: RequestError.self) { try resolve("full/\(text)/0/default.jpg", .two, limits: limits) }
        }
        #expect(try resolve("full/max/0/default.jpg", limits: limits).size == PixelSize(width: 86, height: 57))
        #expect(try resolve("full/^max/0/default.jpg", limits: limits).size == PixelSize(width: 86, height: 57))
        for text in ["^!400,400", "!300,200", "!150,150"] {
            #expect(
                try resolve("full/\(text)/0/default.jpg", limits: limits).size == PixelSize(width: 86, height: 57))
        }
        #expect(throws: RequestError.self) { try resolve("full/!300,200/0/default.jpg", .two, limits: limits) }
        let small = try resolve("0,0,10,20/^max/0/default.jpg", limits: limits)
        #expect(small.size == PixelSize(width: 50, height: 100))
        #expect(throws: RequestError.self) { try resolve("full/^max/0/default.jpg", .two, limits: limits) }
    }

    @Test func `rotations are by quarter turns, of the mirrored image after an exclamation mark`() throws {
        for (text, isMirrored, turns) in [
            ("0", false, 0), ("90", false, 1), ("180.0", false, 2), ("270", false, 3), ("360", false, 0),
            ("!0", true, 0),
            ("!90", true, 1),
        ] {
            let output = try resolve("full/max/\(text)/default.jpg").output
            #expect(output.isMirrored == isMirrored)
            #expect(output.quarterTurns == turns)
        }
        for text in ["", "!", "360.1", "361", "450", "-90", "!!90", "x", "1e2", "nan"] {
            #expect(throws: RequestError.self) { try resolve("full/max/\(text)/default.jpg") }
        }
    }

    @Test(arguments: [
        ("45", 0, 45.0, "45"), ("!22.50", 0, 22.5, "!22.5"), ("100.125", 1, 10.125, "100.125"),
        ("359.9", 3, 89.9, "359.9"),
        ("0.000001", 0, 0.000_001, "0.000001"), ("0.0000001", 0, 0, "0"), ("359.9999999", 0, 0, "0"),
        ("269.9999999", 3, 0, "270"), (".5", 0, 0.5, "0.5"), ("01.50", 0, 1.5, "1.5"),
    ]) func `any rotation is a number of quarter turns and a rest, to a millionth of a degree`(
        _ text: String, _ turns: Int, _ degrees: Double, _ canonical: String
    ) throws {
        let resolved = try resolve("full/100,/\(text)/default.png")
        #expect(resolved.output.quarterTurns == turns)
        #expect(resolved.output.degrees == degrees)
        #expect(resolved.output.isMirrored == text.hasPrefix("!"))
        #expect(resolved.canonicalPath == "full/100,67/\(canonical)/default.png")
    }

    @Test func `the bounding box of a rotated image has up to half of the pixels that are sent`() throws {
        var limits = ServingLimits()
        limits.maxWidth = 300
        limits.maxHeight = 300
        limits.maxArea = 60_000
        // 100 × 100 has 142 × 142 pixels then, and 123 × 123 has 174 × 174, which are 30,276.
        #expect(try resolve("square/100,/45/default.png", limits: limits).size.width == 100)
        #expect(throws: RequestError.self) { try resolve("square/123,/45/default.png", limits: limits) }
        #expect(try resolve("square/123,/90/default.png", limits: limits).size.width == 123)
        limits.maxWidth = 141
        #expect(throws: RequestError.self) { try resolve("square/100,/45/default.png", limits: limits) }
    }

    @Test func `qualities and formats are those of level 2, WebP and TIFF`() throws {
        for quality in ["default", "color", "gray", "bitonal"] {
            #expect(try resolve("full/max/0/\(quality).png").output.quality.rawValue == quality)
        }
        for (name, format) in [("jpg", OutputFormat.jpeg), ("png", .png), ("webp", .webp), ("tif", .tiff)] {
            #expect(try resolve("full/max/0/default.\(name)").output.format == format)
        }
        for text in [
            "", "default", "default.", ".jpg", "native.jpg", "default.gif", "default.JPG", "default.tiff",
            "default.jpg.png",
        ] {
            #expect(throws: RequestError.self) { try resolve("full/max/0/\(text)") }
        }
    }

    @Test(arguments: [
        ("full/max/0/default.jpg", "full/max/0/default.jpg"),
        ("0,0,300,200/300,/360/color.png", "full/max/0/default.png"),
        ("square/pct:50/!90/gray.jpg", "50,0,200,200/100,100/!90/gray.jpg"),
        ("pct:0,0,50,50/^!600,600/0.0/default.jpg", "0,0,150,100/^600,400/0/default.jpg"),
    ]) func `the canonical address of version 3 has numbers`(_ text: String, _ expected: String) throws {
        #expect(try resolve(text).canonicalPath == expected)
    }

    @Test func `gray is the default of a gray image only`() throws {
        let request = try ImageRequest(["full", "max", "0", "gray.png"], .three)
        let size = PixelSize(width: 3, height: 2)
        for (isGray, expected) in [(true, "default"), (false, "gray")] {
            let resolved = try ResolvedImageRequest(request, of: size, .three, ServingLimits(), isGray: isGray)
            #expect(resolved.canonicalPath == "full/max/0/\(expected).png")
        }
    }

    @Test func `the largest image fits into memory, also with alpha`() {
        // The image and its encoded form, and rows of tiles.
        #expect((8_000_001...12_000_000).contains(ServingLimits.memory(ofArea: 1_000_000)))
        #expect(ServingLimits.memory(ofArea: ServingLimits().maxArea) <= ServerOptions().regionMemory)
        #expect(ServingLimits.memory(ofArea: .max) == .max)
    }

    @Test(arguments: [
        ("full/max/0/default.jpg", "full/full/0/default.jpg"),
        ("0,0,300,200/150,100/0/default.jpg", "full/150,/0/default.jpg"),
        ("full/150,90/0/default.jpg", "full/150,90/0/default.jpg"),
    ]) func `the canonical address of version 2 has a width, and a height where the proportions change`(
        _ text: String, _ expected: String
    ) throws {
        #expect(try resolve(text, .two).canonicalPath == expected)
    }
}
