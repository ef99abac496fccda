internal import COpenJPEG
internal import Testing

/// A codestream of JPEG 2000 without loss, as OpenJPEG encodes it: of components that may be of several resolutions.
public struct OpenJPEGFixture {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Bits of a sample.
    public var bits = 8
    /// Pixels to a sample of each component, across and down.
    public var sampling: [(across: Int, down: Int)]
    /// Whether the codestream says that three components are to be mixed to red, green and blue.
    public var usesComponentTransform = false
    /// How many resolutions there are.
    public var resolutions = 4
    /// The side of code-blocks.
    public var block = 64
    /// The side of the codestream's own tiles; 0 for one.
    public var tile = 0
    /// A sample of a component, by its own column and row.
    public var sample: (_ x: Int, _ y: Int, _ component: Int) -> Int

    /// A picture of 8 bits, until that is changed.
    public init(
        width: Int, height: Int, sampling: [(across: Int, down: Int)],
        sample: @escaping (_ x: Int, _ y: Int, _ component: Int) -> Int
    ) {
        (self.width, self.height, self.sampling, self.sample) = (width, height, sampling, sample)
    }

    /// What the library writes.
    private final class Output {
        var bytes: [UInt8] = []
    }

    /// The codestream; a test fails where OpenJPEG does.
    public func encoded() throws -> [UInt8] {
        var parameters = sampling.map { across, down in
            var component = opj_image_cmptparm_t()
            (component.dx, component.dy) = (UInt32(across), UInt32(down))
            (component.w, component.h) = (UInt32((width - 1) / across + 1), UInt32((height - 1) / down + 1))
            component.prec = UInt32(bits)
            return component
        }
        let image = try #require(
            opj_image_create(
                UInt32(sampling.count), &parameters, sampling.count < 3 ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB))
        defer { opj_image_destroy(image) }
        (image.pointee.x1, image.pointee.y1) = (UInt32(width), UInt32(height))
        for (number, parameter) in parameters.enumerated() {
            let (columns, rows) = (Int(parameter.w), Int(parameter.h))
            let data = try #require(image.pointee.comps[number].data)
            for index in 0..<columns * rows {
                data[index] = Int32(sample(index % columns, index / columns, number))
            }
        }
        let codec = try #require(opj_create_compress(OPJ_CODEC_J2K))
        defer { opj_destroy_codec(codec) }
        let stream = try #require(opj_stream_create(1 << 16, 0))
        defer { opj_stream_destroy(stream) }
        let output = Output()
        opj_stream_set_user_data(stream, Unmanaged.passUnretained(output).toOpaque(), nil)
        opj_stream_set_write_function(stream) { buffer, count, user in
            guard let buffer, let user else { return OPJ_SIZE_T.max }
            let output = Unmanaged<Output>.fromOpaque(user).takeUnretainedValue()
            output.bytes += UnsafeRawBufferPointer(start: buffer, count: Int(count))
            return count
        }
        try #require(
            copenjpeg_setup_encoder(
                codec, image, usesComponentTransform ? 1 : 0, Int32(resolutions), Int32(block), Int32(tile)) != 0)
        try #require(
            opj_start_compress(codec, image, stream) != 0 && opj_encode(codec, stream) != 0
                && opj_end_compress(codec, stream) != 0)
        return withExtendedLifetime(output) { output.bytes }
    }
}
