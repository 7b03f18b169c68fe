/// Cell types of every shape that code is generated for, and a page with an item of each.
enum SampleCellTypes {
    /// What `GET /cell-types` answers.
    static let answer = ##"""
        {"cellTypes":[
        {"type":"Anything","schema":null,"reuseIdentifier":null,"estimatedHeight":null,"fallback":null,"description":""},
        {"type":"Article","description":"A story.\n\nWith */ a second line.","reuseIdentifier":"StoryCell","estimatedHeight":44,"fallback":"Note",
         "schema":{"type":"object","required":["title","class","editor","score","extra"],"properties":{
          "title":{"type":"string","description":"Shown \"large\"."},
          "sub-title":{"type":["string","null"]},
          "class":{"enum":["a-b","a_b","default","naïve"]},
          "editor":{"type":["string","null"]},
          "score":{"type":"number"},
          "likes":{"type":"integer"},
          "isNew":{"type":"boolean"},
          "author":{"$ref":"#/$defs/person"},
          "others":{"type":"array","items":{"$ref":"#/$defs/person"}},
          "counts":{"type":"object","additionalProperties":{"type":"integer"}},
          "published":{"type":"string","format":"date-time"},
          "link":{"type":["string","null"],"format":"uri"},
          "matrix":{"type":"array","items":{"type":"array","items":{"type":["number","null"]}}},
          "extra":{},
          "maybe":{}},
          "$defs":{"person":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"web":{"type":"string"}}}}}},
        {"type":"Chain","schema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"},"next":{"$ref":"#"}}}},
        {"type":"Choice","schema":{"oneOf":[{"type":"string"},{"type":"integer"}]}},
        {"type":"Media","schema":{"type":"object","required":["main"],"properties":{
          "main":{"oneOf":[{"type":"object","required":["kind","width"],"properties":{"kind":{"const":"photo"},"width":{"type":"integer"}}},
            {"$ref":"#/$defs/film"},{"type":"null"}]},
          "others":{"type":"array","items":{"$ref":"#/properties/main"}}},
          "$defs":{"film":{"type":"object","required":["kind"],"properties":{"kind":{"const":"film"},"cover":{"$ref":"#/properties/main"}}}}}},
        {"type":"Note","schema":{"type":"string"},"description":"A line of text."},
        {"type":"Status","schema":{"enum":["open","closed"]}},
        {"type":"Tags","schema":{"type":"array","items":{"type":"object","required":["tag"],"properties":{"tag":{"type":"string"}}}}},
        {"type":"Times","schema":{"type":"array","items":{"type":["string","null"],"format":"date-time"}}},
        {"type":"Title","schema":{"type":["string","null"]}},
        {"type":"Tree","schema":{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","required":["children"],
          "properties":{"children":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}}},
        {"type":"a-b","schema":{"type":"object","properties":{"x":{"type":"integer"}}}},
        {"type":"a_b","schema":{"type":"object","properties":{"y":{"type":"integer"}}}}
        ]}
        """##

    /// An item of each type, and items that no type describes.
    static let items = ##"""
        [
        {"id":"1","indexPath":[0,0],"type":"Anything","cell":"Anything","revision":1,"value":{"a":[1,2.5,null,true,"x"]}},
        {"id":"2","indexPath":[0,1],"type":"Article","cell":"StoryCell","revision":2,"value":{"title":"T","sub-title":"S","class":"a_b",
          "editor":null,"score":1,"likes":9007199254740993,"isNew":true,"author":{"name":"N","web":"w","more":1},
          "others":[{"name":"O"}],"counts":{"a b":1},
          "published":"1969-12-31T23:59:59.5Z","link":"https://example.com/a?b=c#d","matrix":[[1.5,null],[]],"extra":null,"maybe":[1]}},
        {"id":"3","indexPath":[0,2],"type":"Article","cell":"StoryCell","revision":2,
          "value":{"title":"T2","class":"naïve","editor":"E","score":-0.5,"extra":{}}},
        {"id":"4","indexPath":[0,3],"type":"Chain","cell":"Chain","revision":3,"value":{"n":1,"next":{"n":2,"next":{"n":3}}}},
        {"id":"5","indexPath":[0,4],"type":"Choice","cell":"Choice","revision":3,"value":5},
        {"id":"6","indexPath":[0,5],"type":"Note","cell":"Note","revision":3,"value":"hello"},
        {"id":"7","indexPath":[0,6],"type":"Status","cell":"Status","revision":3,"value":"closed"},
        {"id":"8","indexPath":[0,7],"type":"Tags","cell":"Tags","revision":3,"value":[{"tag":"x"},{"tag":"y"}]},
        {"id":"9","indexPath":[0,8],"type":"Title","cell":"Title","revision":3,"value":null},
        {"id":"10","indexPath":[0,9],"type":"Tree","cell":"Tree","revision":3,"value":{"children":[{"children":[]},{"children":[]}]}},
        {"id":"11","indexPath":[0,10],"type":"a-b","cell":"a-b","revision":3,"value":{"x":1}},
        {"id":"12","indexPath":[0,11],"type":"a_b","cell":"a_b","revision":3,"value":{}},
        {"id":"13","indexPath":[0,12],"type":"Video","cell":"Video","revision":3,"value":{"deep":[[{"n":1e300}]]}},
        {"id":"14","indexPath":[0,13],"type":null,"cell":"UnsupportedCell","revision":3,"value":"hello"},
        {"id":"15","indexPath":[0,14],"type":"Note","cell":"Note","revision":3,"value":15},
        {"id":"16","indexPath":[0,15],"type":"Article","cell":"StoryCell","revision":3,"value":{"title":"no class"}},
        {"id":"17","indexPath":[0,16],"type":"Status","cell":"Status","revision":3,"value":"new"},
        {"id":"18","indexPath":[0,17],"type":"Chain","cell":"Chain","revision":3,"value":{"n":1.5}},
        {"id":"19","indexPath":[0,18],"type":"Chain","cell":"Chain","revision":3,"value":{"n":1,"next":{}}},
        {"id":"20","indexPath":[0,19],"type":"Times","cell":"Times","revision":3,
          "value":["2024-02-29T01:02:03.250+02:00","0000-03-01T00:00:00Z",null]},
        {"id":"21","indexPath":[0,20],"type":"Article","cell":"StoryCell","revision":2,
          "value":{"title":"T3","class":"newer","editor":null,"score":2,"extra":{}}},
        {"id":"22","indexPath":[0,21],"type":"Media","cell":"Media","revision":2,"value":{"main":{"kind":"film","cover":{"kind":"photo","width":3}},
          "others":[{"kind":"photo","width":4},{"kind":"sound"},null]}}
        ]
        """##

    /// What a program says that shows the page with generated code, in any of the languages: an item a line.
    static let shown = """
        1 anything
        2 article T S second 1.0 author N w others O counts 1 rows 2
        3 article T2 - fourth -0.5 author - - others - counts - rows -
        4 chain 1 2 3
        5 choice
        6 note hello
        7 status closed
        8 tags x y
        9 title -
        10 tree 2
        11 a-b 1
        12 a_b -
        13 unsupported Video
        14 unsupported -
        15 unsupported Note
        16 unsupported Article
        17 status new
        18 unsupported Chain
        19 unsupported Chain
        20 times 3
        21 article T3 - ? 2.0 author - - others - counts - rows -
        22 media film of photo 3 photo 4 other none
        with default 14 note hello

        """
}
