import ChannelImages
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
    ]

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
