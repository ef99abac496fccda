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
        return [
            "zarr-array": ["shard": Array(shard.utf8) + [0] + values, "lz4": Array(chunk.utf8) + [0] + block],
            "ome-zarr": ["image": Array(image.utf8)],
        ]
    }
}
