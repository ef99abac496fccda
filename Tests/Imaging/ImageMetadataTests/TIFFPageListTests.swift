import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageMetadata

/// The pages of a TIFF among which a viewer chooses.
@Suite(.timeLimited) struct TIFFPageListTests {
    private func page(_ kind: Int? = nil, _ description: String? = nil) -> TIFFFixture {
        var page = TIFFFixture(width: 3, height: 2) { _, _, _ in 7 }
        if let kind { page.tags[254] = .longs([kind]) }
        if let description { page.tags[270] = .text(description) }
        return page
    }

    @Test(arguments: [false, true])
    func `smaller copies and masks are not pages, and the others keep their numbers`(isBigTIFF: Bool) throws {
        let file = TIFFFixture.encode([page(0, "first"), page(1), page(), page(4), page(2, "last")], big: isBigTIFF)
        let list = try #require(TIFFPageList(ImageBytes(file)))
        #expect(list.numbers == [1, 3, 5])
        #expect(list.description == "first")
    }

    @Test func `pages have the sizes of their upright images`() throws {
        var rotated = page()
        rotated.tags[274] = .shorts([8])
        let list = try #require(TIFFPageList(ImageBytes(TIFFFixture.encode([page(), page(1), rotated]))))
        #expect(list.numbers == [1, 3])
        #expect(list.sizes == [PixelSize(width: 3, height: 2), PixelSize(width: 2, height: 3)])
    }

    @Test func `a chain that ends early or goes in a circle is read once`() throws {
        let file = TIFFFixture.encode([page(), page(), page()])
        #expect(try #require(TIFFPageList(ImageBytes(file))).numbers == [1, 2, 3])
        let reader = try #require(TIFFHeader(file)?.firstDirectory(file))
        var circular = file
        let second = try #require(TIFFDirectory(page: 0, read: ImageBytes(file).read)?.next)
        let entryCount = try #require(TIFFDirectory(page: 1, read: ImageBytes(file).read)?.entryCount)
        let link = second + 2 + 12 * entryCount
        circular.replaceSubrange(link..<link + 4, with: [UInt8(reader & 255), UInt8(reader >> 8), 0, 0])
        #expect(try #require(TIFFPageList(ImageBytes(circular))).numbers == [1, 2])
        let cut = Array(file[..<(second + 4)])
        #expect(try #require(TIFFPageList(ImageBytes(cut))).numbers == [1])
        #expect(TIFFPageList(ImageBytes([1, 2, 3])) == nil)
    }
}
