package import TilePyramid

/// The pages of a TIFF that are images of their own, without reduced copies and masks of other pages.
package struct TIFFPageList: Hashable, Sendable {
    /// The numbers of the pages, counted from 1 over all directories of the file, in ascending order.
    package private(set) var numbers: [Int] = []
    /// The upright sizes of these pages; nil where a directory states none.
    package private(set) var sizes: [PixelSize?] = []
    /// The sizes of reduced copies, and of the first directory's subdirectories, from the largest.
    package private(set) var reducedSizes: [PixelSize] = []
    /// Whether a directory is the mask of another one.
    package private(set) var hasMask = false
    /// The ImageDescription of the first directory, which holds OME-TIFF's metadata; nil if there is none.
    package private(set) var description: String?

    /// The most directories that are read.
    package static let directoryLimit = 1 << 16
    /// The most entries of all directories, which bounds the time that a file can cost.
    package static let entryLimit = 1 << 20
    /// The most bytes of a description.
    package static let descriptionLimit = 16 << 20
    /// The bit of NewSubfileType for a reduced resolution (TIFF 6.0, page 36).
    private static let reducedKind = 1
    /// The bit of NewSubfileType for a mask.
    private static let maskKind = 4

    /// Reads the chain of directories as far as it is intact; nil if the bytes are not a TIFF.
    ///
    /// - Complexity: O(entries of all directories); pixels are not read.
    package init?(_ bytes: ImageBytes) {
        guard let header = TIFFHeader(bytes.read(at: 0, count: 16)) else { return nil }
        let reader = TIFFByteReader(header, size: bytes.size, read: bytes.read) { Unreadable(reason: $0) }
        var seen: Set<Int> = []
        var entryCount = 0
        var next = (try? reader.firstDirectory()) ?? 0
        while next != 0, seen.insert(next).inserted, seen.count <= Self.directoryLimit,
            entryCount <= Self.entryLimit, let directory = try? TIFFDirectory(at: next, of: reader)
        {
            entryCount += directory.entryCount
            if seen.count == 1, let text = try? directory.bytes(.imageDescription, limit: Self.descriptionLimit) {
                description = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
            }
            let kind = directory.integer(.newSubfileType) ?? 0
            if kind & (Self.reducedKind | Self.maskKind) == 0 {
                numbers.append(seen.count)
                sizes.append(Self.size(of: directory).map(directory.orientation.upright))
            } else if kind & Self.maskKind != 0 {
                hasMask = true
            } else if let size = Self.size(of: directory) {
                reducedSizes.append(size)
            }
            if seen.count == 1 {
                let subdirectories = (try? directory.numbers(.subIFDs)) ?? []
                for start in subdirectories.prefix(Self.subdirectoryLimit) {
                    guard let sub = try? TIFFDirectory(at: start, of: reader), let size = Self.size(of: sub) else {
                        continue
                    }
                    reducedSizes.append(size)
                }
            }
            next = directory.next
        }
        reducedSizes.sort { $0.width > $1.width }
    }

    /// The most subdirectories that are looked at: a pyramid has a level for each halving.
    private static let subdirectoryLimit = 64

    private static func size(of directory: TIFFDirectory) -> PixelSize? {
        guard let width = directory.integer(.imageWidth), let height = directory.integer(.imageLength), width > 0,
            height > 0
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Ends the chain of directories.
    private struct Unreadable: Error {
        var reason: String
    }
}
