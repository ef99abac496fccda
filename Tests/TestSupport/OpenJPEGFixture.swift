internal import COpenJPEG
internal import Testing

/// A lossless JPEG 2000 codestream, encoded by OpenJPEG, with components of any subsampling.
public struct OpenJPEGFixture {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The bits per sample.
    public var bits = 8
    /// The subsampling of each component: pixels per sample, across and down.
    public var sampling: [(across: Int, down: Int)]
    /// Whether the codestream uses the component transform to RGB.
    public var usesComponentTransform = false
    /// The number of resolutions.
    public var resolutions = 4
    /// The side of code-blocks.
    public var block = 64
    /// The side of the tiles inside the codestream; 0 for a single tile.
    public var tile = 0
    /// Returns a sample of a component, by its column and row in that component.
    public var sample: (_ x: Int, _ y: Int, _ component: Int) -> Int

    /// Creates an image of 8 bits per sample.
    public init(
        width: Int, height: Int, sampling: [(across: Int, down: Int)],
        sample: @escaping (_ x: Int, _ y: Int, _ component: Int) -> Int
    ) {
        (self.width, self.height, self.sampling, self.sample) = (width, height, sampling, sample)
    }

    /// The output of the library.
    private final class Output {
        var bytes: [UInt8] = []
    }

    /// Returns the codestream; the test fails if OpenJPEG does.
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
