import ImageMetadata
import TestLimits
import Testing
import ZarrArrays

@Suite(.timeLimited) struct ZarrMetadataRefusalTests {
    private static let nested = """
        [{"name":"sharding_indexed","configuration":{"chunk_shape":[2,2],"codecs":\(shardCodec),
        "index_codecs":["bytes","crc32c"]}}]
        """

    @Test(arguments: [
        (zarr2(type: #""<f2""#), "dtype: this type is not supported."),
        (zarr2(type: #""|u2""#), "dtype: this type"), (zarr2(type: #"[["a","<u2"]]"#), "dtype: structured types"),
        (zarr2(order: "F"), "order: only order C is supported."),
        (zarr2(filters: #"[{"id":"delta"}]"#), "filters: filters are not supported."),
        (zarr2(compressor: #"{"id":"bz2"}"#), "compressor.id: the codec \"bz2\" is not supported."),
        (zarr2(compressor: #"{"id":"zstd","level":23}"#), "compressor.level: 23 is not within"),
        (zarr2(compressor: #"{"id":"blosc","cname":"x"}"#), "compressor.cname: Blosc has no codec \"x\""),
        (zarr2(more: #","dimension_separator":"-""#), "dimension_separator: this is neither"),
        (zarr2(shape: "[3]"), "the shape of its chunks does not fit"), (zarr2(shape: "[-3,5]"), "shape[0]"),
        (zarr2(chunks: "[0,4]"), "chunks[0]"), (zarr2(shape: "[]", chunks: "[]"), "the array has 0 dimensions"),
        (zarr2(chunks: "[100000,100000]"), "its chunks have more than 256 MiB"),
        (zarr2(chunks: "[9007199254740992,9007199254740992]"), "its chunks have more than 256 MiB"),
        (zarr2(fill: "65536"), "fill_value: this is not a value"), ("[]", "this is an array, not an object"),
        ("{", "line 1"),
    ]) func `metadata of Zarr 2 that is not supported is refused by name`(text: String, message: String) {
        expectError(text, .version2, message)
    }

    @Test(arguments: [
        (zarr3(type: "float16"), "data_type: this type is not supported."),
        (zarr3(keys: #"{"name":"v4"}"#), "chunk_key_encoding: this is neither"),
        (zarr3(codecs: "[]"), "codecs: the codec \"bytes\" is missing"),
        (zarr3(codecs: #"["gzip","bytes"]"#), "codecs[0]: the codec \"bytes\" is missing before this one"),
        (zarr3(codecs: #"["bytes","bytes"]"#), "codecs[1]: the codec \"bytes\" is not allowed here"),
        (zarr3(codecs: #"["bytes","zfp"]"#), "codecs[1]: the codec \"zfp\" is not supported."),
        (
            zarr3(codecs: #"[{"name":"transpose","configuration":{"order":[1,0]}},"bytes"]"#),
            "codecs[0].configuration.order: transposed chunks"
        ),
        (
            zarr3(codecs: "[\"bytes\"" + String(repeating: ",\"crc32c\"", count: 8) + "]"),
            "codecs: 9 codecs are more than the 8"
        ),
        (zarr3(chunks: "[4,4]", codecs: nested), "shards within shards are not supported"),
        (zarr3(chunks: "[3,4]", codecs: shardCodec), "the shape of its chunks does not fit"),
        (zarr3(chunks: "[4,4]", codecs: String(shardCodec.dropLast()) + ",\"crc32c\"]"), "codecs of whole shards"),
        (
            zarr3(chunks: "[4,4]", codecs: shardCodec.replacing("crc32c", with: "gzip")),
            "only the codecs \"bytes\" and \"crc32c\""
        ),
        (zarr3(chunks: "[4194304,4194304]", codecs: shardCodec), "its shards have more than 1048576 chunks"),
        (zarr3(more: #","extra":{}"#), "extra: this extension is not supported"),
        (zarr3(more: #","storage_transformers":[{"name":"x"}]"#), "storage_transformers: these are not supported"),
        (zarr3(more: #","dimension_names":["y"]"#), "it has 1 names for 2 dimensions"),
        (zarr3().replacing("regular", with: "rectilinear"), "chunk_grid: only regular grids"),
        (zarr3().replacing(#""array""#, with: #""group""#), "node_type: this is not an array"),
        (zarr3(fill: "null"), "fill_value: this is not a value"),
        (zarr3(shape: "[" + String(repeating: "1,", count: 16) + "1]"), "the array has 17 dimensions"),
    ]) func `metadata of Zarr 3 that is not supported is refused by name`(text: String, message: String) {
        expectError(text, .version3, message)
    }

    private func expectError(_ text: String, _ version: ZarrArrayMetadata.Version, _ message: String) {
        let error = #expect(throws: CodecError.self) {
            try ZarrArrayMetadata(parsing: Array(text.utf8), version: version, file: "a/zarr.json")
        }
        #expect(error?.file == "a/zarr.json")
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
