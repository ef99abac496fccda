import ChannelImages
import ZarrArrays

/// Images of 16-bit numbers that say where they are, in memory.
struct OMEZarrFixture {
    /// The dimensions, such as "tczyx".
    var axes = "tczyx"
    /// The lengths of the dimensions.
    var lengths: [Character: Int] = ["t": 2, "c": 3, "z": 2, "y": 5, "x": 7]
    /// The shape of a chunk by dimension; 1 for others.
    var chunks: [Character: Int] = ["y": 2, "x": 4]
    /// The keys of chunks that are left out.
    var missing: Set<String> = []
    /// The attributes of the image beside `axes` and `datasets`.
    var multiscales = ""
    /// The attributes of the group beside `multiscales`.
    var attributes = ""
    /// The path of the one level.
    var level = "0"

    /// The number at a position; each digit is one.
    static func number(time: Int, channel: Int, section: Int, y: Int, x: Int) -> UInt16 {
        UInt16(time * 10000 + channel * 1000 + section * 100 + y * 10 + x)
    }

    /// The object in `multiscales`.
    var image: String {
        let axes = axes.map { #"{"name":"\#($0)"}"# }.joined(separator: ",")
        return #"{"axes":[\#(axes)],"datasets":[{"path":"\#(level)"}]\#(multiscales)}"#
    }

    /// A hierarchy of version 0.4.
    var version04: [String: [UInt8]] {
        let group = #"{"multiscales":[\#(image)]\#(attributes)}"#
        return [".zgroup": Array(#"{"zarr_format":2}"#.utf8), ".zattrs": Array(group.utf8)]
            .merging(arrays(version: .version2)) { $1 }
    }

    /// A hierarchy of version 0.5.
    var version05: [String: [UInt8]] {
        let group = """
            {"zarr_format":3,"node_type":"group","attributes":{"ome":{"version":"0.5","multiscales":[\(image)]\(attributes)}}}
            """
        return ["zarr.json": Array(group.utf8)].merging(arrays(version: .version3)) { $1 }
    }

    private func arrays(version: ZarrArrayMetadata.Version) -> [String: [UInt8]] {
        let names = Array(axes)
        let shape = names.map { lengths[$0] ?? 1 }
        let chunk = names.map { chunks[$0] ?? 1 }
        var metadata = ZarrArrayMetadata(version: version, shape: shape, chunkShape: chunk, sampleType: .uint16)
        metadata.fillValue = [UInt8](numbers: [UInt16(65535)])
        var values = ["\(level)/\(metadata.key)": Array(metadata.text.utf8)]
        for index in Self.positions(in: metadata.gridShape) {
            let key = metadata.keys.key(of: index)
            guard !missing.contains(key) else { continue }
            let numbers = Self.positions(in: chunk).map { inner -> UInt16 in
                var place: [Character: Int] = [:]
                for (dimension, name) in names.enumerated() {
                    place[name] = index[dimension] * chunk[dimension] + inner[dimension]
                }
                return Self.number(
                    time: place["t"] ?? 0, channel: place["c"] ?? 0, section: place["z"] ?? 0, y: place["y"] ?? 0,
                    x: place["x"] ?? 0)
            }
            values["\(level)/\(key)"] = [UInt8](numbers: numbers)
        }
        return values
    }

    /// All positions of a grid, the last dimension varying fastest.
    static func positions(in shape: [Int]) -> [[Int]] {
        shape.reduce([[]]) { positions, length in positions.flatMap { position in (0..<length).map { position + [$0] } }
        }
    }
}
