internal import COpenJPEG
internal import Testing

/// A lossless JPEG 2000 codestream, encoded by OpenJPEG, with components of any subsampling and precision, anywhere on
/// the reference grid.
public struct OpenJPEGFixture {
    /// The number of columns of the image on the reference grid.
    public var width: Int
    /// The number of rows of the image on the reference grid.
    public var height: Int
    /// The first column and row of the image on the reference grid.
    public var origin = (x: 0, y: 0)
    /// The bits per sample.
    public var bits = 8
    /// The bits per sample of each component, if they differ.
    public var depths: [Int] = []
    /// Whether samples are signed.
    public var isSigned = false
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
    /// The height of the tiles inside the codestream, if they are not squares.
    public var tileHeight: Int?
    /// The start of the first tile on the reference grid.
    public var tileOrigin = (x: 0, y: 0)
    /// Whether each resolution of a tile has its own tile-part.
    public var hasTileParts = false
    /// Returns a sample of a component, by its column and row in that component.
    public var sample: (_ x: Int, _ y: Int, _ component: Int) -> Int

    /// Creates an image of 8 bits per sample.
    public init(
        width: Int, height: Int, sampling: [(across: Int, down: Int)],
        sample: @escaping (_ x: Int, _ y: Int, _ component: Int) -> Int
    ) {
        self.width = width
        self.height = height
        self.sampling = sampling
        self.sample = sample
    }

    /// The output of the library.
    private final class Output {
        var bytes: [UInt8] = []
    }

    /// The number of samples of a component, across and down: the positions at multiples of its subsampling.
    public func size(of component: Int) -> (width: Int, height: Int) {
        func count(_ start: Int, _ length: Int, _ step: Int) -> Int {
            (start + length + step - 1) / step - (start + step - 1) / step
        }
        let (across, down) = sampling[component]
        return (count(origin.x, width, across), count(origin.y, height, down))
    }

    /// The samples of a component, row by row.
    public func samples(of component: Int) -> [Int] {
        let (width, height) = size(of: component)
        return (0..<height).flatMap { y in (0..<width).map { x in sample(x, y, component) } }
    }

    /// The samples of components of one size, interleaved.
    public var interleaved: [Int] {
        let planes = sampling.indices.map(samples)
        return planes[0].indices.flatMap { index in planes.map { $0[index] } }
    }

    /// Returns the codestream; the test fails if OpenJPEG fails.
    public func encoded() throws -> [UInt8] {
        var parameters = sampling.enumerated().map { number, factors in
            var component = opj_image_cmptparm_t()
            let (columns, rows) = size(of: number)
            component.dx = UInt32(factors.across)
            component.dy = UInt32(factors.down)
            component.w = UInt32(columns)
            component.h = UInt32(rows)
            component.prec = UInt32(depths.isEmpty ? bits : depths[number])
            component.sgnd = isSigned ? 1 : 0
            return component
        }
        let image = try #require(
            opj_image_create(
                UInt32(sampling.count), &parameters, sampling.count < 3 ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB))
        defer { opj_image_destroy(image) }
        image.pointee.x0 = UInt32(origin.x)
        image.pointee.y0 = UInt32(origin.y)
        image.pointee.x1 = UInt32(origin.x + width)
        image.pointee.y1 = UInt32(origin.y + height)
        for (number, parameter) in parameters.enumerated() {
            let columns = Int(parameter.w)
            let rows = Int(parameter.h)
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
                codec, image, usesComponentTransform ? 1 : 0, Int32(resolutions), Int32(block), Int32(tile),
                Int32(tileHeight ?? tile), Int32(tileOrigin.x), Int32(tileOrigin.y), hasTileParts ? 1 : 0) != 0)
        try #require(
            opj_start_compress(codec, image, stream) != 0 && opj_encode(codec, stream) != 0
                && opj_end_compress(codec, stream) != 0)
        return withExtendedLifetime(output) { output.bytes }
    }
}
