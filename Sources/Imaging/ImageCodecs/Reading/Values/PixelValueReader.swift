internal import Concurrency
public import ImageMetadata
public import TilePyramid

/// Reads the values of single pixels as a file stores them, for a viewer that shows the image in 8 bits.
///
/// There is a reader only for images whose samples hold more than the displayed colors: TIFF with samples of more than 8 bits,
/// with a sign, in floating point, or with more than four samples per pixel; PNG of 16 bits; HEIF and AVIF of 10 or 12 bits.
///
/// ```swift
/// if let reader = try PixelValueReader(.file("elevation.tif")), let values = try reader.values(x: 120, y: 45) {
///     print(values)  // 0.7312
/// }
/// ```
///
/// A TIFF is decoded by strips or tiles of at most ``blockByteLimit``. Larger strips are read row by row, if they are
/// uncompressed. The other formats are decoded from the top to the row, if their pixels take at most ``imageByteLimit``. The
/// last decoded blocks are kept, up to ``cacheByteLimit``. All members may be used from any thread.
public final class PixelValueReader: Sendable {
    /// The most bytes of a decoded strip or tile: 32 MiB.
    public static let blockByteLimit = PixelBlockLayout.byteLimit
    /// The most bytes of kept blocks: 32 MiB.
    public static let cacheByteLimit = blockByteLimit
    /// The most bytes of the pixels of an image that has to be decoded from its top: 256 MiB.
    public static let imageByteLimit = 256 << 20

    /// The size of the upright image in pixels.
    public var size: PixelSize { layout.uprightSize }

    /// The type of a stored sample for people, such as "16 bits" or "32 bits, floating point".
    public let sampleType: String

    private let layout: PixelBlockLayout
    private let decoder: Locked<any PixelBlockDecoder>
    private let cache = Locked(PixelBlockCache(costLimit: cacheByteLimit))

    /// Opens an image and reads its header; nil if its pixels hold no more than their colors, or cannot be read within the
    /// limits.
    ///
    /// - Parameters:
    ///   - input: the image.
    ///   - page: the page, counted from 1.
    ///   - limits: the limits for decoding.
    /// - Throws: ``CodecError`` if the image cannot be opened.
    public init?(_ input: ImageInput, page: Int = 1, limits: DecodeLimits = DecodeLimits()) throws {
        let format = ImageFormats.standard.formats(of: try ImageBytes(input)).first
        let blocks: (any PixelBlockDecoder)? =
            switch format?.storedValues ?? .none {
            case .none: nil
            case .blocks(let open): try open(input, page)
            case .rows(let scales): try RowPixelBlocks(input, page: page, limits: limits, scales: scales)
            }
        guard let blocks else { return nil }
        layout = blocks.layout
        sampleType = blocks.type.description
        decoder = Locked(blocks)
    }

    /// The values of a pixel, as far as they are known without decoding.
    public enum CachedValues: Hashable, Sendable {
        /// The values were not decoded, or are no longer kept.
        case unknown
        /// The values of the pixel; nil if it is outside of the image, or in a block that cannot be decoded.
        case known(PixelValues?)
    }

    /// Returns the values of a pixel of the upright image if they are kept.
    ///
    /// It does not decode and does not wait: the main thread may call it.
    public func cachedValues(x: Int, y: Int) -> CachedValues {
        guard let stored = layout.stored(x: x, y: y) else { return .known(nil) }
        let number = layout.number(x: stored.x, y: stored.y)
        return cache.withLock { cache in
            guard let entry = cache.use(number) else { return .unknown }
            return .known(entry.block?.values(x: stored.x, y: stored.y))
        }
    }

    /// Returns the values of a pixel of the upright image; decodes the pixel's block if it is not kept.
    ///
    /// Blocks while it decodes. A block that cannot be decoded is not tried again.
    ///
    /// - Returns: the values; nil outside of the image, or if decoding takes more memory than the limits.
    /// - Throws: ``CodecError`` if the block is damaged or cannot be read.
    public func values(x: Int, y: Int) throws -> PixelValues? {
        if case .known(let values) = cachedValues(x: x, y: y) { return values }
        guard let stored = layout.stored(x: x, y: y) else { return nil }
        let number = layout.number(x: stored.x, y: stored.y)
        let result = decoder.withLock { decoder in Result { try decoder.decode(number) } }
        let block = try? result.get()
        cache.withLock { $0.insert(block, number) }
        return try result.get()?.values(x: stored.x, y: stored.y)
    }
}

/// The blocks that were decoded last.
private struct PixelBlockCache {
    /// A decoded block; nil for one that cannot be decoded.
    struct Entry {
        var block: PixelBlock?
        var lastUse: Int
        /// The bytes, and what the entry itself takes.
        var cost: Int { (block?.bytes.count ?? 0) + 1024 }
    }

    let costLimit: Int
    private var entries: [Int: Entry] = [:]
    private var cost = 0
    private var useCount = 0

    init(costLimit: Int) {
        self.costLimit = costLimit
    }

    /// The entry of a block, which becomes the latest one.
    mutating func use(_ number: Int) -> Entry? {
        useCount += 1
        entries[number]?.lastUse = useCount
        return entries[number]
    }

    /// Adds a block, and removes the least recently used ones until there is room for it.
    mutating func insert(_ block: PixelBlock?, _ number: Int) {
        useCount += 1
        let entry = Entry(block: block, lastUse: useCount)
        cost += entry.cost - (entries.updateValue(entry, forKey: number)?.cost ?? 0)
        while cost > costLimit, entries.count > 1,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            entries[oldest.key] = nil
            cost -= oldest.value.cost
        }
    }
}
