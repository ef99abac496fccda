import Foundation

/// Small images of formats that the project does not write.
enum SmallImages {
    /// 64×64 pixels of one color, in HEVC, in Base64.
    static let heic = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAA\
        AERAAAEAAQAAAAABegABAAAAAAAAABsAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA1mlwcnAAAAC3\
        aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQArQgEBA3AAAAMAkAAAAwAA\
        AwAeoCCBBZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBw\
        aXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAACNtZGF0AAAAFygBrxOA5TPAn/8so//o+zw+bmmtUPU+
        """

    /// 4×3 pixels of four colors, in Base64.
    static let gif = "R0lGODdhBAADAIEAAP8AAAD/AAAA/wkJCSwAAAAABAADAAAIDAABBBAwQCBBgwMCAgA7"

    /// 30×20 equal pixels, uncompressed.
    static let radiance =
        Data("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 20 +X 30\n".utf8)
        + Data(repeatElement([128, 64, 32, 129], count: 600).joined())

    /// 16×8 samples of 8 bits.
    static let fits: Data = {
        let cards = [
            "SIMPLE  =                    T", "BITPIX  =                    8", "NAXIS   =                    2",
            "NAXIS1  =                   16", "NAXIS2  =                    8", "END",
        ]
        let header = cards.map { $0.padding(toLength: 80, withPad: " ", startingAt: 0) }.joined()
        return Data(header.padding(toLength: 2880, withPad: " ", startingAt: 0).utf8) + Data(0..<128)
            + Data(count: 2880 - 128)
    }()
}
