internal import Numbers

/// The items of a HEIF or AVIF file: images, tiles and metadata (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
struct HEIFItems {
    /// A property that an item has.
    struct Property {
        /// The property's box.
        let box: ISOBox
        /// Whether a reader that does not know it must not use the item.
        let isEssential: Bool
    }

    /// A reference from an item to others.
    struct Reference {
        let type: String
        let from: Int
        let to: [Int]
    }

    /// The location of an item's data.
    struct Location {
        /// Whether ranges count from the start of the file (0) or of the item data box (1).
        var method = 0
        var ranges: [Range<Int>] = []
    }

    /// The item that is the image.
    private(set) var primary: Int?
    /// The types of items, such as "hvc1", "av01", "grid" and "Exif".
    private(set) var types: [Int: String] = [:]
    /// The items that are parts of others, and no images of their own.
    private(set) var hidden: Set<Int> = []
    private(set) var references: [Reference] = []
    private(set) var locations: [Int: Location] = [:]
    private(set) var properties: [Int: [Property]] = [:]
    private let bytes: ImageBytes
    private var itemData: ArraySlice<UInt8> = []

    /// The most bytes of the box that describes the items.
    private static let metaLimit = 16 << 20
    /// The most boxes before it.
    private static let boxLimit = 100

    /// Reads the items of a file; nil if it has none, or says of itself what it must not.
    init?(_ bytes: ImageBytes) {
        self.bytes = bytes
        guard let meta = Self.meta(in: bytes) else { return nil }
        for box in ISOBox.boxes(in: meta.dropFirst(4)) {
            switch box.type {
            case "pitm":
                var cursor = BigEndianCursor(box.fullContent)
                primary = cursor.number(box.version == 0 ? 2 : 4)
            case "iinf": readTypes(box)
            case "iref": readReferences(box)
            case "iloc": readLocations(box)
            case "iprp": readProperties(box)
            case "idat": itemData = box.content
            default: break
            }
        }
    }

    /// The content of the file's meta box.
    private static func meta(in bytes: ImageBytes) -> ArraySlice<UInt8>? {
        let end = bytes.size
        var offset = 0
        for index in 0..<boxLimit {
            let head = bytes.read(at: offset, count: 16)
            var cursor = BigEndianCursor(head[...])
            guard let short = cursor.number(4), let type = cursor.text(4), index > 0 || type == "ftyp" else {
                return nil
            }
            guard let size = short == 1 ? cursor.number(8) : short, let next = CheckedNumber.sum(offset, size),
                size >= cursor.offset
            else { return nil }
            if type == "meta" {
                guard size <= metaLimit, next <= end else { return nil }
                return bytes.read(at: offset, count: size).dropFirst(cursor.offset)
            }
            offset = next
        }
        return nil
    }

    private mutating func readTypes(_ box: ISOBox) {
        for entry in ISOBox.boxes(in: box.fullContent.dropFirst(box.version == 0 ? 2 : 4)) where entry.type == "infe" {
            guard let version = entry.version, version >= 2 else { continue }
            var cursor = BigEndianCursor(entry.fullContent)
            guard let item = cursor.number(version == 2 ? 2 : 4), cursor.number(2) != nil, let type = cursor.text(4)
            else { continue }
            types[item] = type
            if let flags = entry.flags, flags & 1 == 1 { hidden.insert(item) }
        }
    }

    private mutating func readReferences(_ box: ISOBox) {
        let idBytes = box.version == 0 ? 2 : 4
        for reference in ISOBox.boxes(in: box.fullContent) {
            var cursor = BigEndianCursor(reference.content)
            guard let from = cursor.number(idBytes), let count = cursor.number(2) else { continue }
            var to: [Int] = []
            for _ in 0..<count {
                guard let item = cursor.number(idBytes) else { break }
                to.append(item)
            }
            references.append(Reference(type: reference.type, from: from, to: to))
        }
    }

    private mutating func readLocations(_ box: ISOBox) {
        guard let version = box.version else { return }
        var cursor = BigEndianCursor(box.fullContent)
        guard let sizes = cursor.number(2), let count = cursor.number(version < 2 ? 2 : 4) else { return }
        let offsetBytes = sizes >> 12
        let lengthBytes = sizes >> 8 & 15
        let baseBytes = sizes >> 4 & 15
        let indexBytes = version == 0 ? 0 : sizes & 15
        for _ in 0..<count {
            guard let item = cursor.number(version < 2 ? 2 : 4) else { return }
            var location = Location()
            if version > 0 {
                guard let method = cursor.number(2) else { return }
                location.method = method & 15
            }
            // Data in other files is not read.
            guard let file = cursor.number(2), let base = cursor.number(baseBytes), let extents = cursor.number(2)
            else {
                return
            }
            for _ in 0..<extents {
                guard cursor.number(indexBytes) != nil, let offset = cursor.number(offsetBytes),
                    let length = cursor.number(lengthBytes), let start = CheckedNumber.sum(base, offset),
                    let range = CheckedNumber.range(from: start, count: length)
                else { return }
                location.ranges.append(range)
            }
            if file == 0 { locations[item] = location }
        }
    }

    private mutating func readProperties(_ box: ISOBox) {
        let parts = ISOBox.boxes(in: box.content)
        let all = parts.first { $0.type == "ipco" }.map { ISOBox.boxes(in: $0.content) } ?? []
        for associations in parts where associations.type == "ipma" {
            guard let version = associations.version, let flags = associations.flags else { continue }
            var cursor = BigEndianCursor(associations.fullContent)
            guard let count = cursor.number(4) else { continue }
            for _ in 0..<count {
                guard let item = cursor.number(version == 0 ? 2 : 4), let number = cursor.number(1) else { break }
                for _ in 0..<number {
                    let isWide = flags & 1 == 1
                    guard let entry = cursor.number(isWide ? 2 : 1) else { break }
                    let index = entry & (isWide ? 0x7FFF : 0x7F)
                    guard index >= 1, index <= all.count else { continue }
                    let property = Property(box: all[index - 1], isEssential: index != entry)
                    properties[item, default: []].append(property)
                }
            }
        }
    }
}

extension HEIFItems {
    /// The items that `item` refers to with references of a type.
    func references(_ type: String, from item: Int) -> [Int] {
        references.filter { $0.type == type && $0.from == item }.flatMap(\.to)
    }

    /// The items that refer to `item` with references of a type.
    func referrers(_ type: String, to item: Int) -> [Int] {
        references.filter { $0.type == type && $0.to.contains(item) }.map(\.from)
    }

    /// The first property of a type.
    func property(_ type: String, of item: Int) -> ISOBox? {
        properties[item]?.first { $0.box.type == type }?.box
    }

    /// The bytes of the data of an item; nil when its location is unknown, or longer than `limit`.
    ///
    /// Fewer bytes than ``size(of:)`` where the file ends before.
    func data(of item: Int, limit: Int) -> [UInt8]? {
        guard let location = locations[item], let size = size(of: item), size <= min(limit, bytes.size) else {
            return nil
        }
        switch location.method {
        case 0: return location.ranges.flatMap { bytes.read(at: $0.lowerBound, count: $0.count) }
        case 1: return location.ranges.flatMap { Array(itemData.dropFirst($0.lowerBound).prefix($0.count)) }
        default: return nil
        }
    }

    /// The first bytes of the data of an item, up to `count`; empty when its location is unknown.
    func head(of item: Int, count: Int) -> ArraySlice<UInt8> {
        guard let location = locations[item], let first = location.ranges.first else { return [] }
        switch location.method {
        case 0: return bytes.read(at: first.lowerBound, count: min(count, first.count))[...]
        case 1: return itemData.dropFirst(first.lowerBound).prefix(min(count, first.count))
        default: return []
        }
    }

    /// The number of bytes of the data of an item, as the file states it; nil when its location is unknown.
    func size(of item: Int) -> Int? {
        locations[item].flatMap { CheckedNumber.sum($0.ranges.map(\.count)) }
    }
}
