import Compression
import ZarrArrays

extension CorpusSeeds {
    /// Arrays with the bytes of their chunks, and the attributes of images.
    static func arrays() -> [String: [String: [UInt8]]] {
        let shard = """
            {"zarr_format":3,"node_type":"array","shape":[4,4],"data_type":"uint16","chunk_grid":{"name":"regular",
            "configuration":{"chunk_shape":[4,4]}},"chunk_key_encoding":{"name":"default"},"fill_value":0,"codecs":[
            {"name":"sharding_indexed","configuration":{"chunk_shape":[2,2],"codecs":["bytes"],"index_codecs":["bytes",
            "crc32c"]}}],"dimension_names":["y","x"]}
            """
        let chunk = """
            {"zarr_format":2,"shape":[3,5],"chunks":[3,5],"dtype":">f4","compressor":{"id":"lz4","acceleration":1},
            "fill_value":"NaN","order":"C","filters":null,"dimension_separator":"/"}
            """
        let image = """
            {"multiscales":[{"version":"0.4","name":"a","axes":[{"name":"c","type":"channel"},{"name":"y","unit":"nanometer"},
            {"name":"x","unit":"micrometer"}],"datasets":[{"path":"0","coordinateTransformations":[{"type":"scale",
            "scale":[1,250,0.25]}]},{"path":"b/1"}]}],"omero":{"channels":[{"label":"DAPI","color":"0000FF","active":true,
            "window":{"start":1,"end":99,"min":0,"max":65535}}]}}
            """
        // Four chunks of eight bytes, the third of which is left out.
        var values = (0..<24).map { UInt8($0) }
        var index: [UInt8] = []
        for numbers: [UInt64] in [[0, 8], [8, 8], [.max, .max], [16, 8]] {
            for number in numbers { withUnsafeBytes(of: number.littleEndian) { index += $0 } }
        }
        CRC32C.append(to: &index)
        values += index
        // The literals of LZ4 after the size: 60 bytes.
        let block: [UInt8] = [60, 0, 0, 0, 0xF0, 45] + (0..<60).map { UInt8($0) }
        let plain = (0..<60).map { UInt8($0) }
        /// An array with the same chunk as that of LZ4.
        func array(_ compressor: String, _ bytes: [UInt8]) -> [UInt8] {
            Array(chunk.replacing(#"{"id":"lz4","acceleration":1}"#, with: compressor).utf8) + [0] + bytes
        }
        return [
            "zarr-array": [
                "shard": Array(shard.utf8) + [0] + values, "lz4": Array(chunk.utf8) + [0] + block,
                "gzip": array(#"{"id":"gzip","level":1}"#, DeflateCodec.gzip(plain)),
                "zstd": array(#"{"id":"zstd","level":1}"#, frame(plain)),
                "blosc": array(#"{"id":"blosc","cname":"lz4","clevel":5,"shuffle":1}"#, buffer(plain)),
            ],
            "ome-zarr": ["image": Array(image.utf8)],
            "zarr-image": ["version04": version04(plain), "version05": version05()],
        ]
    }

    /// A frame of Zstandard with a size and one block of bytes as they are (RFC 8878, section 3.1.1).
    private static func frame(_ bytes: [UInt8]) -> [UInt8] {
        let size = UInt8(bytes.count)
        return [0x28, 0xB5, 0x2F, 0xFD, 0x20, size, size << 3 | 1, size >> 5, 0] + bytes
    }

    /// A buffer of Blosc with bytes as they are: its version, that of the format, flags, the size of numbers, and sizes.
    private static func buffer(_ bytes: [UInt8]) -> [UInt8] {
        let size = UInt8(bytes.count)
        return [2, 1, 2, 4, size, 0, 0, 0, size, 0, 0, 0, size + 16, 0, 0, 0] + bytes
    }

    /// Three levels of two channels and sections, whose chunks have 60 bytes: four bytes for each of 3 × 5 pixels.
    private static func version04(_ chunk: [UInt8]) -> [UInt8] {
        let attributes = """
            {"multiscales":[{"version":"0.4","axes":[{"name":"c","type":"channel"},{"name":"z","type":"space","unit":"micrometer"},
            {"name":"y","unit":"micrometer"},{"name":"x","unit":"micrometer"}],"datasets":[{"path":"0","coordinateTransformations":
            [{"type":"scale","scale":[1,2,0.5,0.5]}]},{"path":"a/1"},{"path":"2"}]}],"omero":{"channels":[{"label":"FITC",
            "color":"00FF00","window":{"start":1,"end":99}},{"label":"Cy5","active":false}],"rdefs":{"defaultZ":1}}}
            """
        let array = """
            {"zarr_format":2,"shape":[2,2,7,9],"chunks":[1,1,3,5],"dtype":"<f4","compressor":null,"fill_value":"NaN","order":"C",
            "filters":null,"dimension_separator":"/"}
            """
        return Array(attributes.utf8) + [0] + Array(array.utf8) + [0] + chunk
    }

    /// A level of three times, whose shards have four chunks of eight bytes.
    private static func version05() -> [UInt8] {
        let attributes = """
            {"zarr_format":3,"node_type":"group","attributes":{"ome":{"version":"0.5","multiscales":[{"name":"a","axes":[{"name":
            "t","type":"time"},{"name":"y","type":"space"},{"name":"x","type":"space"}],"datasets":[{"path":"s0"}]}]}}}
            """
        let array = """
            {"zarr_format":3,"node_type":"array","shape":[3,6,7],"data_type":"uint16","chunk_grid":{"name":"regular",
            "configuration":{"chunk_shape":[1,4,4]}},"chunk_key_encoding":{"name":"default"},"fill_value":3,"codecs":[{"name":
            "sharding_indexed","configuration":{"chunk_shape":[1,2,2],"codecs":["bytes"],"index_codecs":["bytes"]}}]}
            """
        var shard = (0..<32).map { UInt8($0) }
        for offset: UInt64 in [0, 8, 16, 24] {
            for number in [offset, 8] { withUnsafeBytes(of: number.littleEndian) { shard += $0 } }
        }
        return Array(attributes.utf8) + [0] + Array(array.utf8) + [0] + shard
    }
}
