import TestLimits
import TestSupport
import Testing

@testable import ImageMetadata

/// The page of a TIFF that is the mask of another one.
@Suite(.timeLimited) struct TIFFMaskDirectoryTests {
    private func page(_ kind: Int? = nil, width: Int = 4, nodata: String? = nil) -> TIFFFixture {
        var page = TIFFFixture(width: width, height: 2) { _, _, _ in 7 }
        if let kind { page.tags[254] = .longs([kind]) }
        if let nodata { page.tags[42113] = .text(nodata) }
        return page
    }

    /// The numbers of the masks of all pages, counted from 0; nil for pages without one.
    private func masks(_ pages: [TIFFFixture], big: Bool = false) throws -> [Int?] {
        let file = TIFFFixture.encode(pages, big: big)
        let directories = try pages.indices.map { try #require(TIFFDirectory(page: $0, read: ImageBytes(file).read)) }
        return directories.map { directory in
            directory.maskDirectory.flatMap { mask in directories.firstIndex { $0.start == mask.start } }
        }
    }

    @Test(arguments: [false, true])
    func `masks follow their images, also those of reduced copies`(big: Bool) throws {
        let cloudOptimized = [
            page(), page(4), page(1, width: 2), page(5, width: 2), page(1, width: 1), page(5, width: 1),
        ]
        #expect(try masks(cloudOptimized, big: big) == [1, nil, 3, nil, 5, nil])
        let masksLast = [page(), page(1, width: 2), page(1, width: 1), page(4), page(5, width: 2), page(5, width: 1)]
        #expect(try masks(masksLast, big: big) == [3, 4, 5, nil, nil, nil])
    }

    @Test func `a mask belongs to the image before it and to no other`() throws {
        #expect(try masks([page(), page(), page(4), page()]) == [nil, 2, nil, nil])
        #expect(try masks([page(), page(1, width: 2), page()]) == [nil, nil, nil])
        // The reader says that its size is another one.
        #expect(try masks([page(), page(4, width: 3)]) == [1, nil])
    }

    @Test func `the value of invalid pixels is text`() throws {
        func text(_ page: TIFFFixture) throws -> String? {
            try #require(TIFFDirectory(page: 0, read: ImageBytes(page.encoded()).read)).nodataText
        }
        #expect(try text(page(nodata: " -9999 ")) == "-9999")
        #expect(try text(page(nodata: "")) == nil)
        #expect(try text(page()) == nil)
    }
}
