import ChannelImages
import ImageMetadata
import JSONDocuments
import TilePyramid

@testable import ZarrArrays

extension FuzzTarget {
    /// Arrays, and images in them.
    static let arrays = [
        // The metadata of an array, a zero, and the bytes that are stored under each key.
        FuzzTarget(name: "zarr-array", repair: repairShardIndex, hasHeader: hasShape) { input, accept in
            if hasShape(input) { accept() }
            let array = try array(in: input)
            let last = array.metadata.gridShape.map { $0 - 1 }
            guard last.allSatisfy({ $0 >= 0 }) else { return }
            for index in [last.map { _ in 0 }, last] { _ = try array.readStoredChunk(index) }
        },
        // The attributes of a group.
        FuzzTarget(name: "ome-zarr", hasHeader: hasMultiscales) { input, accept in
            if hasMultiscales(input) { accept() }
            let object = try JSONObject(try JSONValue(parsing: input, acceptsNonFinite: true))
            guard let metadata = try OMEZarrMetadata(object, group: "group") else { return }
            _ = metadata.pixelSpacing
            var description = ChannelImageDescription(
                levels: [PixelSize(width: 1, height: 1)], sampleType: .uint16,
                channels: [ChannelDescription](repeating: ChannelDescription(), count: 3))
            metadata.omero?.apply(to: &description)
        },
        // The attributes of a group, a zero, the metadata of all of its arrays, a zero, and the bytes of all chunks.
        FuzzTarget(name: "zarr-image", hasHeader: hasPart) { input, accept in
            if hasPart(input) { accept() }
            let image = try image(in: input)
            let description = image.description
            for level in description.levels.indices where description.levels[level].width <= longestRow {
                try readRows(ofLevel: level, image)
            }
            guard description.size.width <= 64, description.size.height <= 64 else { return }
            let rendering = try ChannelRendering.automatic(
                for: image, section: description.sectionCount - 1, time: description.timeCount - 1, workers: 1)
            precondition(!rendering.summary(of: description).isEmpty, "there is something to say")
        },
    ]

    /// Whether the attributes of an image's group, or the metadata of its arrays, are more than JSON.
    private static func hasPart(_ input: [UInt8]) -> Bool {
        let group = UniformGroup(input)
        return hasMultiscales(group.attributes) || hasShape(group.metadata + [0])
    }

    /// The most pixels of a row that is read: chunks may have one pixel each.
    private static let longestRow = 4096

    /// Reads the first and the last row of the first and the last plane of a level.
    private static func readRows(ofLevel level: Int, _ image: ZarrChannelImage) throws {
        let description = image.description
        let size = description.levels[level]
        let last = ChannelPlane(
            level: level, channel: description.channels.count - 1, section: description.sectionCount - 1,
            time: description.timeCount - 1)
        var samples = [UInt8](repeating: 0, count: size.width * description.sampleType.byteCount)
        for plane in [ChannelPlane(level: level), last] {
            for y in [0, size.height - 1] {
                let row = PixelRect(x: 0, y: y, width: size.width, height: 1)
                try samples.withUnsafeMutableBytes { try image.read(row, of: plane, into: $0) }
            }
        }
    }

    /// A group with an image, all of whose arrays and chunks are the same.
    private struct UniformGroup: ZarrStore {
        let path = "fuzz.ome.zarr"
        let attributes: [UInt8]
        let metadata: [UInt8]
        let chunk: [UInt8]

        init(_ input: [UInt8]) {
            let end = input.firstIndex(of: 0) ?? input.endIndex
            let rest = input[end...].dropFirst()
            let middle = rest.firstIndex(of: 0) ?? rest.endIndex
            attributes = Array(input[..<end])
            metadata = Array(rest[..<middle])
            chunk = Array(rest[middle...].dropFirst())
        }

        /// Groups of Zarr 3 say that they are one.
        private var isVersion3: Bool { String(decoding: attributes, as: UTF8.self).contains("node_type") }

        private func value(_ key: String) -> [UInt8]? {
            switch key {
            case "zarr.json": isVersion3 ? attributes : nil
            case ".zattrs": isVersion3 ? nil : attributes
            case ".zarray", ".zgroup": nil
            default: key.hasSuffix("/zarr.json") || key.hasSuffix("/.zarray") ? metadata : chunk
            }
        }

        func read(_ key: String, in range: Range<Int>) throws -> [UInt8]? {
            value(key).map { Array($0[range.clamped(to: $0.indices)]) }
        }

        func byteCount(of key: String) throws -> Int? { value(key)?.count }
    }

    private static func image(in input: [UInt8]) throws -> ZarrChannelImage {
        try OMEZarrImage.open(in: UniformGroup(input))
    }

    /// The values of a hierarchy, which are all the same.
    private struct UniformStore: ZarrStore {
        let path = "fuzz.zarr"
        let value: [UInt8]

        func read(_ key: String, in range: Range<Int>) throws -> [UInt8]? {
            Array(value[range.clamped(to: value.indices)])
        }

        func byteCount(of key: String) throws -> Int? { value.count }
    }

    private static func array(in input: [UInt8]) throws -> ZarrArray {
        let end = input.firstIndex(of: 0) ?? input.endIndex
        let text = Array(input[..<end])
        let version: ZarrArrayMetadata.Version =
            String(decoding: text, as: UTF8.self).contains("\"dtype\"") ? .version2 : .version3
        let metadata = try ZarrArrayMetadata(parsing: text, version: version, file: "fuzz.zarr")
        return ZarrArray(metadata, at: "", in: UniformStore(value: Array(input[end...].dropFirst())))
    }

    private static func hasShape(_ input: [UInt8]) -> Bool {
        guard let value = try? JSONValue(parsing: Array(input.prefix { $0 != 0 }), acceptsNonFinite: true),
            let object = try? JSONObject(value)
        else { return false }
        return object.has("shape")
    }

    private static func hasMultiscales(_ input: [UInt8]) -> Bool {
        guard let value = try? JSONValue(parsing: input, acceptsNonFinite: true), let object = try? JSONObject(value)
        else { return false }
        return object.has("multiscales")
    }

    /// Corrects the checksum of the index of four chunks at the end, in most inputs.
    private static func repairShardIndex(_ input: [UInt8]) -> [UInt8] {
        let indexByteCount = 64
        // Wrong checksums are to be found, too.
        guard input.count >= indexByteCount + CRC32C.byteCount, input.reduce(0, &+) % 4 != 0 else { return input }
        var index = Array(input.dropLast(CRC32C.byteCount).suffix(indexByteCount))
        CRC32C.append(to: &index)
        return input.dropLast(CRC32C.byteCount) + index.suffix(CRC32C.byteCount)
    }
}
