internal import ChannelImages
internal import ImageMetadata
internal import TilePyramid

/// A level of an image in a TIFF.
struct TIFFChannelLevel: Sendable {
    /// The place of a plane's pixels at the level.
    enum Place: Sendable {
        /// The plane's own directory.
        case full
        /// A subdirectory of the plane's own directory (SubIFDs), counted from 0.
        case subdirectory(Int)
        /// Further directories of the file, by the number of the plane.
        case pages([Int])
    }

    /// The place of the pixels.
    var place: Place
    /// The page of the first plane.
    var page: TIFFChannelPage

    /// The most levels of an image.
    static let limit = 64

    /// Finds the levels of an image, from full size to the coarsest: SubIFDs, and reduced pages of the file.
    ///
    /// A level has the shape and the type of the full size. Reduced pages count only if there is one for each plane. Damaged and
    /// odd ones are left out.
    static func find(
        _ file: TIFFChannelFile, _ full: TIFFChannelPage, planeCount: Int, reduced: [PixelSize: [Int]]
    ) -> [TIFFChannelLevel] {
        var found: [PixelSize: TIFFChannelLevel] = [:]
        func add(_ offset: Int, _ place: Place) {
            guard let page = try? file.page(at: offset), page.isReduction(of: full), found[page.size] == nil else {
                return
            }
            found[page.size] = TIFFChannelLevel(place: place, page: page)
        }
        let subdirectories = (try? full.directory.numbers(.subIFDs)) ?? []
        for (index, offset) in subdirectories.prefix(limit).enumerated() { add(offset, .subdirectory(index)) }
        for (_, offsets) in reduced where offsets.count == planeCount || planeCount == 1 {
            add(offsets[0], .pages(Array(offsets.prefix(planeCount))))
        }
        let sorted = found.values.sorted {
            ($0.page.size.width, $0.page.size.height) > ($1.page.size.width, $1.page.size.height)
        }
        var levels = [TIFFChannelLevel(place: .full, page: full)]
        for level in sorted.prefix(limit) {
            let last = levels[levels.count - 1].page.size
            let size = level.page.size
            guard size.width <= last.width, size.height <= last.height, size != last else { continue }
            levels.append(level)
        }
        return levels
    }
}

extension TIFFChannelPage {
    /// Whether the page may show another one at a smaller size.
    fileprivate func isReduction(of full: TIFFChannelPage) -> Bool {
        guard !directory.isMask, full.hasSamples(of: directory), orientation == full.orientation,
            size.width <= full.size.width, size.height <= full.size.height, size != full.size
        else { return false }
        // Sides of the full size at the factor of the other side; writers round either way, and some cut an odd row off.
        let factor = max(
            Double(full.size.width) / Double(size.width), Double(full.size.height) / Double(size.height))
        return abs(Double(full.size.width) / factor - Double(size.width)) <= 2
            && abs(Double(full.size.height) / factor - Double(size.height)) <= 2
    }
}
