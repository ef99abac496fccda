internal import ImageMetadata
internal import TilePyramid

/// The pages of a TIFF that belong to its first one: those of its size and type, and its copies at smaller sizes.
///
/// Copies are declared as reduced images or are tiled, as all levels of slides are; thumbnails and labels of slides are in
/// strips. Masks are left out.
struct TIFFStackPages {
    /// The number of directories, as far as they were counted.
    private(set) var count = 1
    /// The offsets of the directories with the first page's size and type, from the first on.
    private(set) var full: [Int] = []
    /// The offsets of smaller pages by their sizes, in the order of the file.
    private(set) var reduced: [PixelSize: [Int]] = [:]

    /// The most directories that are examined.
    static let directoryLimit = TIFFPageList.directoryLimit

    /// Examines the directories of a file.
    ///
    /// - Complexity: O(entries of all directories); pixels are not read.
    init(_ file: TIFFChannelFile, first: TIFFChannelPage) {
        full = [first.directory.start]
        var entryCount = first.directory.entryCount
        while count < Self.directoryLimit, entryCount <= TIFFPageList.entryLimit,
            let offset = file.offset(ofDirectory: count)
        {
            count += 1
            guard let directory = try? file.directory(at: offset) else { continue }
            entryCount += directory.entryCount
            guard !directory.isMask, let size = directory.dimensions else { continue }
            let isFull = size.width == first.size.width && size.height == first.size.height
            if isFull, !directory.isReduced {
                if first.hasSamples(of: directory) { full.append(offset) }
            } else if directory.isReduced || directory.has(.tileWidth) {
                reduced[PixelSize(width: size.width, height: size.height), default: []].append(offset)
            }
        }
    }
}

extension TIFFChannelPage {
    /// Whether a directory has samples of the page's type, and as many in a pixel.
    func hasSamples(of other: TIFFDirectory) -> Bool {
        let tags = TIFFPixelTags(other)
        return tags.bits == storedType.bits && tags.samplesPerPixel == samplesPerPixel
            && tags.sampleFormat == TIFFPixelTags(directory).sampleFormat && tags.photometric == photometric
    }
}
