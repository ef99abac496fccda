import ImageMetadata
import TestLimits
import Testing

@Suite(.timeLimited) struct OrientationTests {
    @Test func `two rotations are one`() {
        #expect(Orientation.rotated90.followed(by: .rotated90) == .rotated180)
        #expect(Orientation.rotated90.followed(by: .rotated270) == .upright)
        #expect(Orientation.rotated180.followed(by: .rotated90) == .rotated270)
    }

    @Test func `a mirroring before a rotation is not the same as after it`() {
        #expect(Orientation.flippedHorizontally.followed(by: .rotated90) == .transversed)
        #expect(Orientation.rotated90.followed(by: .flippedHorizontally) == .transposed)
    }

    @Test(arguments: Orientation.allCases)
    func `being upright changes nothing`(orientation: Orientation) {
        #expect(orientation.followed(by: .upright) == orientation)
        #expect(Orientation.upright.followed(by: orientation) == orientation)
        // Every orientation has one that undoes it.
        #expect(Orientation.allCases.filter { orientation.followed(by: $0) == .upright }.count == 1)
    }
}
