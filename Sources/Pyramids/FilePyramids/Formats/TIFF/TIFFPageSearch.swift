internal import ImageCodecs
package import ImageMetadata
package import TileContainers
internal import TilePyramid

/// Finds the pages of a TIFF that form a pyramid: the largest tiled page, and smaller ones of the same image.
struct TIFFPageSearch {
    /// The levels from the coarsest to full size; empty if no page is tiled.
    private(set) var levels: [TIFFTiledPage] = []
    /// The validity of the pixels of each level.
    private(set) var validities: [TIFFTileValidity?] = []
    /// The defects of pages that could not be read.
    private(set) var issues: [ValidationIssue] = []

    /// The most pages that are examined.
    static let pageLimit = 4096
    /// The most directory entries of all pages, which bounds the time that a file can cost.
    static let entryLimit = 1 << 16
    /// The most levels.
    static let levelLimit = 64

    private let reader: TIFFByteReader
    private let path: String?
    private let prefetch: (Range<Int>) -> Void
    private var seen: Set<Int> = []
    private var entryCount = 0

    /// The most bytes of directories that are read ahead.
    private static let prefetchLimit = 128 << 10
    /// The most bytes of a directory and of tags other than the tables of its tiles, for that.
    private static let usualTagBytes = 8 << 10

    /// Examines all pages.
    ///
    /// - Parameters:
    ///   - reader: the file.
    ///   - path: the path of a file of this computer, beside which metadata may lie; nil, the default, for others.
    ///   - prefetch: called with bytes that will probably be read next.
    /// - Throws: ``StoreError`` when the first cannot be read.
    init(_ reader: TIFFByteReader, path: String? = nil, prefetch: @escaping (Range<Int>) -> Void = { _ in }) throws {
        self.reader = reader
        self.path = path
        self.prefetch = prefetch
        var pages: [TIFFTiledPage] = []
        var masks = Masks()
        var next = try reader.firstDirectory()
        guard next != 0 else { throw reader.damaged("it has no pages") }
        while next != 0, let directory = try directory(at: next) {
            let page = try readPage { try TIFFTiledPage(directory, of: reader) }
            if directory.isMask {
                try masks.add(directory, readPage { try .init(directory, of: reader, isMask: true) })
            }
            next = directory.next
            guard let page else { continue }
            pages.append(page)
            announce(next, after: page)
        }
        guard let base = pages.max(by: { $0.size.area < $1.size.area }) else { return }
        let first = pages.first { $0.size == base.size } ?? base
        for offset in try first.directory.numbers(.subIFDs).prefix(Self.levelLimit) {
            guard let directory = try directory(at: offset) else { break }
            if directory.isMask {
                try masks.add(directory, readPage { try .init(directory, of: reader, isMask: true) })
            }
            if let page = try readPage({ try TIFFTiledPage(directory, of: reader) }) { pages.append(page) }
        }
        levels = Self.levels(among: pages, of: first)
        try findValidities(masks, of: first)
    }

    /// The masks of a file.
    private struct Masks {
        var pages: [TIFFTiledPage] = []
        /// The sizes of all of them, also of those that are not tiled.
        var sizes: Set<PixelSize> = []

        mutating func add(_ directory: TIFFDirectory, _ page: TIFFTiledPage?) {
            if let page { pages.append(page) }
            if let (width, height) = directory.dimensions { sizes.insert(PixelSize(width: width, height: height)) }
        }
    }

    /// The values of invalid pixels that the first page states, or the metadata file beside it.
    private func statedNodata(of first: TIFFTiledPage) throws -> StatedNodata {
        let channels = (try? first.directory.number(.samplesPerPixel)) ?? 1
        do {
            return try StatedNodata(first.directory, beside: path, channels: channels)
        } catch let error as UnreadValidity {
            throw reader.damaged(error.reason)
        }
    }

    /// Finds the validity of pixels; reduced levels without it are left out if the full size has it.
    private mutating func findValidities(_ masks: Masks, of first: TIFFTiledPage) throws {
        let isMasked = masks.sizes.contains(first.size)
        let stated = first.hasAlpha || isMasked ? nil : try statedNodata(of: first)
        let nodata = stated?.values
        if nodata != nil, stated?.holdsForReducedCopies == false { levels = levels.suffix(1) }
        guard !first.hasAlpha, isMasked || nodata != nil else {
            validities = levels.map { _ in nil }
            return
        }
        let found = try levels.map { page in
            (page, try TIFFTileValidity.of(page, masks: isMasked ? masks.pages : [], nodata: nodata))
        }
        let known = found.filter { !isMasked || $0.1?.isMask == true }
        guard known.last?.0.size == first.size else {
            throw reader.damaged("the mask of its image has other tiles than that, which is not supported in pyramids")
        }
        levels = known.map(\.0)
        validities = known.map(\.1)
    }

    /// Announces all further directories if they follow each other with nothing but their tables between, as in
    /// cloud-optimized files.
    ///
    /// Each image has a quarter of the tiles of the one before, all of them together a third of the first.
    private func announce(_ next: Int, after page: TIFFTiledPage) {
        let tables = [page.offsets, page.lengths].map { $0.bytes(of: 0..<$0.count) }
        let end = tables.map(\.upperBound).max() ?? 0
        // Checked: tables that the file holds.
        let length = tables.reduce(0) { $0 + $1.count } / 3 + Self.usualTagBytes
        guard length <= Self.prefetchLimit, next >= end, next - end <= Self.usualTagBytes, next <= reader.size else {
            return
        }
        prefetch(next..<next + min(length, reader.size - next))
    }

    /// Reads a directory; `nil` if it has been read before or cannot be read, which is reported as an issue.
    private mutating func directory(at offset: Int) throws -> TIFFDirectory? {
        guard seen.insert(offset).inserted else {
            addIssue("the chain of directories is circular.")
            return nil
        }
        guard seen.count <= Self.pageLimit, entryCount <= Self.entryLimit else {
            addIssue(
                "the file has more than \(Self.pageLimit) pages, or more than \(Self.entryLimit) tags; the rest is "
                    + "not checked.")
            return nil
        }
        let directory = try readPage { [reader] in try TIFFDirectory(at: offset, of: reader) }
        entryCount += directory?.entryCount ?? 0
        return directory
    }

    /// Returns what `read` returns; its error is an issue, unless it is about the first page, the only one seen so far.
    private mutating func readPage<Part>(_ read: () throws -> Part?) throws -> Part? {
        do {
            return try read()
        } catch let error as StoreError where seen.count > 1 {
            addIssue(error.message)
            return nil
        }
    }

    private mutating func addIssue(_ message: String) {
        issues.append(ValidationIssue(location: "page \(seen.count)", message))
    }

    /// The pages with the aspect ratio of the first, each smaller than the next, ending with the first.
    private static func levels(among pages: [TIFFTiledPage], of first: TIFFTiledPage) -> [TIFFTiledPage] {
        let reduced = pages.filter { page in
            page.size.width <= first.size.width && page.size.height <= first.size.height && page.size != first.size
                && hasSameAspectRatio(page.size, first.size)
        }
        var levels = [first]
        for page in reduced.sorted(by: { ($0.size.width, $0.size.height) > ($1.size.width, $1.size.height) }) {
            guard let last = levels.last, levels.count < levelLimit, page.size != last.size,
                page.size.height <= last.size.height
            else { continue }
            levels.append(page)
        }
        return levels.reversed()
    }

    /// Whether one size is a reduction of the other, each side rounded by up to a pixel, or by one percent as in scans.
    private static func hasSameAspectRatio(_ small: PixelSize, _ large: PixelSize) -> Bool {
        // Checked: sides below 2^31.
        let difference = abs(Double(small.width * large.height) - Double(small.height * large.width))
        return difference <= Double(large.width + large.height) + 0.01 * Double(small.height) * Double(large.width)
    }
}

extension TIFFByteReader {
    /// Reads the header of a file.
    ///
    /// - Throws: ``StoreError`` when it is not a TIFF.
    package init(_ file: any RandomAccessFile) throws {
        let size = try file.size()
        guard let header = TIFFHeader(try file.read(min(size, TIFFHeader.magicBytes), at: 0)) else {
            throw StoreError(.malformed, path: file.path, "this is not a TIFF file.")
        }
        self.init(header, size: size) { offset, count in
            try file.read(count, at: offset)
        } failure: { reason in
            StoreError.damagedFile(file.path, reason)
        }
    }
}
